/**
 * Delivers entries to the server: in order, one post at a time, again after a failure, never growing without bound.
 *
 * Runs wherever `fetch` is allowed to reach the server, so in the extension's service worker and in Node, but not
 * in a page. An entry may arrive twice after a lost answer; its `eventId` makes that harmless.
 */

import { WIRE_VERSION } from 'wire';
import type { ClientKind } from 'wire';

import { Outbox } from './outbox.ts';
import type { Batch, Limits } from './outbox.ts';
import { ExchangeFailure, postBatch, sayHello } from './server-link.ts';

/** Who delivers, and where to. */
export interface DeliveryOptions {
  readonly client: ClientKind;
  readonly version: string;
  /** Asked before each hello, so that a changed address takes effect. */
  readonly server: () => Promise<string>;
  readonly session: () => Promise<string>;
  readonly onState?: (state: LinkState) => void;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Whether the last exchange succeeded. */
export type LinkState =
  | { readonly kind: 'connected'; readonly serverVersion: string }
  | { readonly kind: 'disconnected'; readonly reason: string };

/** What became of everything handed over so far. */
export interface DeliveryReport {
  readonly delivered: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly waiting: number;
  readonly lastFailure?: string | undefined;
}

const RETRY_DELAYS_MS = [100, 500, 2000];

/** Kept while the server is away. */
const OUTBOX_LIMITS: Limits = { entries: 20_000, characters: 8 * 1024 * 1024 };

/** The server takes 1,000 entries and 10 MB at once; smaller posts keep it responsive. */
const BATCH_LIMITS: Limits = { entries: 1000, characters: 1024 * 1024 };

/** The way from a client to the server. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #outbox = new Outbox(OUTBOX_LIMITS);
  /** Known to be there; undefined until greeted. */
  #server: string | undefined;
  #run: Promise<void> = Promise.resolve();
  #isRunning = false;
  #delivered = 0;
  #rejected = 0;
  #lastFailure: string | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Takes entries for delivery. */
  add(batch: Batch): void {
    this.#outbox.add(batch);
    void this.settle();
  }

  /** Introduces the client again, for instance because the address changed. */
  reconnect(): Promise<DeliveryReport> {
    this.#server = undefined;
    return this.settle();
  }

  /** Resolves when nothing waits any more, or when the server stayed away for all retries. */
  async settle(): Promise<DeliveryReport> {
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#run = this.#deliverWithRetries();
    }
    await this.#run;
    return this.#report();
  }

  #report(): DeliveryReport {
    return {
      delivered: this.#delivered,
      rejected: this.#rejected,
      dropped: this.#outbox.dropped,
      waiting: this.#outbox.size,
      lastFailure: this.#lastFailure,
    };
  }

  async #deliverWithRetries(): Promise<void> {
    for (let failures = 0; this.#outbox.size > 0 || this.#server === undefined;) {
      const failure = await this.#deliverWaiting();
      if (failure === undefined) {
        failures = 0;
        continue;
      }
      const delay = RETRY_DELAYS_MS[failures];
      if (failure.kind === 'refused' || delay === undefined) break;
      failures += 1;
      await this.#wait(failure.retryAfterMs ?? delay);
    }
    // In the same turn as the last look at the outbox, so that no entry falls between two runs.
    this.#isRunning = false;
  }

  /** Undefined when the outbox was emptied, else what stands in the way. */
  async #deliverWaiting(): Promise<ExchangeFailure | undefined> {
    try {
      const server = (this.#server ??= await this.#greet());
      for (let batch = this.#outbox.take(BATCH_LIMITS); batch; batch = this.#outbox.take(BATCH_LIMITS)) {
        await this.#deliver(server, batch);
      }
      return undefined;
    } catch (error) {
      const failure = error instanceof ExchangeFailure ? error : new ExchangeFailure('away', String(error));
      this.#failed(failure);
      return failure;
    }
  }

  async #greet(): Promise<string> {
    const server = await this.#options.server();
    const welcome = await sayHello(server, {
      client: this.#options.client,
      version: this.#options.version,
      wire: WIRE_VERSION,
      session: await this.#options.session(),
      clock: Date.now(),
    });
    this.#lastFailure = undefined;
    this.#options.onState?.({ kind: 'connected', serverVersion: welcome.version });
    return server;
  }

  async #deliver(server: string, batch: Batch): Promise<void> {
    try {
      const receipt = await postBatch(server, batch);
      this.#delivered += receipt.received;
      this.#rejected += receipt.rejected;
    } catch (error) {
      if (!(error instanceof ExchangeFailure) || error.kind !== 'refused') {
        this.#outbox.putBack(batch);
        throw error;
      }
      // What the server refuses once it refuses always; the batches behind it may be fine.
      this.#rejected += batch.entries.length;
      this.#lastFailure = error.message;
    }
  }

  #failed(failure: ExchangeFailure): void {
    this.#lastFailure = failure.message;
    if (failure.kind === 'busy') return;
    // A server that comes back is a new run, which must be greeted again.
    this.#server = undefined;
    this.#options.onState?.({ kind: 'disconnected', reason: failure.message });
  }

  #wait(milliseconds: number): Promise<void> {
    return this.#options.wait?.(milliseconds) ?? sleep(milliseconds);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
