/**
 * The two things a client says to the server: hello, and here are entries.
 *
 * Every way an exchange can fail becomes one of three kinds, because that is what the sender must decide on: the
 * server is away, the server is busy, or it will never take this.
 */

import type { Hello, Welcome } from 'gasoline-wire';
import { bodyOf, ENTRY_SEPARATOR } from 'gasoline-wire/route';

import type { Batch } from './outbox.ts';

/** Why an exchange failed. */
export type FailureKind = 'away' | 'busy' | 'refused';

/** An exchange that did not succeed. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';

  constructor(
    readonly kind: FailureKind,
    message: string,
    /** How long a busy server asked to be left alone. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** What became of a batch. */
export interface Receipt {
  readonly received: number;
  readonly rejected: number;
}

/** Introduces the client. Fails as `away` when something else answers on that port. */
export async function sayHello(server: string, hello: Hello, timeoutMs: number): Promise<Welcome> {
  const answer = await post(`${server}/hello`, JSON.stringify(hello), timeoutMs);
  if (!isWelcome(answer)) throw new ExchangeFailure('away', `${server} is not a gasoline server`);
  if (answer.mismatch !== undefined) throw new ExchangeFailure('refused', answer.mismatch);
  return answer;
}

/** Posts one batch. */
export async function postBatch(server: string, batch: Batch, timeoutMs: number): Promise<Receipt> {
  const answer = await post(
    `${server}${batch.route}`,
    bodyOf(batch.route, batch.entries.join(ENTRY_SEPARATOR)),
    timeoutMs,
  );
  return { received: countOf(answer, 'received'), rejected: countOf(answer, 'rejected') };
}

async function post(url: string, body: string, timeoutMs: number): Promise<unknown> {
  const response = await request(url, body, timeoutMs);
  if (response.ok) return readJson(response);
  throw new ExchangeFailure(
    kindOf(response.status),
    `${url} answered ${response.status}`,
    retryAfter(response),
  );
}

async function request(url: string, body: string, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new ExchangeFailure('away', `${url} cannot be reached: ${reasonOf(error)}`);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ExchangeFailure('away', `${response.url} did not answer with JSON`);
  }
}

function kindOf(status: number): FailureKind {
  if (status === 429) return 'busy';
  return status >= 500 ? 'away' : 'refused';
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

function isWelcome(answer: unknown): answer is Welcome {
  return typeof answer === 'object' && answer !== null && 'wire' in answer && 'run' in answer;
}

function countOf(answer: unknown, field: 'received' | 'rejected'): number {
  if (typeof answer !== 'object' || answer === null) return 0;
  const count: unknown = Reflect.get(answer, field);
  return typeof count === 'number' ? count : 0;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
