/**
 * The one connection of a worker process to a server.
 *
 * A server that is missing or dies must cost a test nothing: it is greeted once, a failure is said once, and from then on capture is
 * off in this process.
 */

import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';
import { BRIEF, Delivery } from 'gasoline-delivery';
import type { TestBoundary } from 'gasoline-wire';

import type { GasolineSnapshot } from './public.ts';
import { clearTest, markBoundary, postScreenshot, readSnapshot, serverUrl } from './server.ts';
import type { Screenshot, ServerAddress } from './server.ts';

/** Makes sure that a server runs; says why that failed. */
export type StartServer = (address: ServerAddress) => Promise<string | undefined>;

/** How to connect. */
export interface LinkOptions {
  readonly address: ServerAddress;
  /** A session of its own for captures that ask for one. */
  readonly session?: string | undefined;
  /** Starts a server where none runs. */
  readonly start?: StartServer | undefined;
}

const links = new Map<string, ServerLink>();

/** The connection of this process to a server, made when first asked for. */
export function linkTo(options: LinkOptions): ServerLink {
  const key = `${serverUrl(options.address)} ${options.session ?? ''}`;
  const link = links.get(key) ?? new ServerLink(options);
  links.set(key, link);
  return link;
}

/** A connection that ends for good with the first thing that goes wrong. */
export class ServerLink {
  readonly address: ServerAddress;
  readonly session: string;
  readonly delivery: Delivery;
  /** Names tabs of all contexts of the process. */
  readonly tabNumber = numbering();
  readonly frameNumber = numbering();
  /** The document that a page showed when it was last heard of: the `page` of its entries. */
  readonly documents = new WeakMap<Page, string>();
  readonly #start: StartServer | undefined;
  #opening: Promise<boolean> | undefined;
  #problem: string | undefined;

  constructor({ address, session, start }: LinkOptions) {
    this.address = address;
    this.session = session ?? randomUUID();
    this.#start = start;
    this.delivery = new Delivery({
      client: 'ci',
      version: GASOLINE_VERSION,
      server: () => Promise.resolve(serverUrl(address)),
      session: () => Promise.resolve(this.session),
      patience: BRIEF,
      onLeftAlone: (reason) => {
        this.turnOff(reason);
      },
    });
  }

  /** Why nothing is captured; undefined while all is well. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Greets the server once; whether it is there. */
  async open(): Promise<boolean> {
    this.#opening ??= this.#greet();
    await this.#opening;
    return this.#problem === undefined;
  }

  /** Ends capture in this process, and says why, once. */
  turnOff(reason: string): void {
    if (this.#problem !== undefined) return;
    this.#problem = reason;
    process.stderr.write(`[gasoline] Nothing is captured in this worker: ${reason}. The tests go on.\n`);
  }

  /** Notes the start or the end of a test. */
  async mark(boundary: TestBoundary): Promise<void> {
    await this.#attempt(() => markBoundary(this.address, boundary));
  }

  /** Everything the server holds of a test. */
  async snapshot(testId: string, since?: string): Promise<GasolineSnapshot> {
    const snapshot = await this.#attempt(() => readSnapshot(this.address, testId, since));
    return snapshot ?? emptySnapshot(this.#problem ?? 'no server');
  }

  /** Removes what was captured of a test. */
  async clear(testId: string): Promise<void> {
    await this.#attempt(() => clearTest(this.address, testId));
  }

  /** Hands over a picture. */
  async show(screenshot: Screenshot): Promise<void> {
    await this.#attempt(() => postScreenshot(this.address, screenshot));
  }

  async #greet(): Promise<boolean> {
    const problem = await this.#start?.(this.address);
    if (problem !== undefined) this.turnOff(problem);
    else await this.delivery.settle();
    return this.#problem === undefined;
  }

  async #attempt<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    if (!(await this.open())) return undefined;
    try {
      return await ask();
    } catch (error) {
      this.turnOff(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}

/** Numbers things in the order in which they are first heard of. */
function numbering(): (thing: object) => string {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (thing) => {
    const number = numbers.get(thing) ?? (last += 1);
    numbers.set(thing, number);
    return String(number);
  };
}

function emptySnapshot(unavailable: string): GasolineSnapshot {
  return {
    timestamp: new Date().toISOString(),
    logs: [],
    websocket_events: [],
    network_bodies: [],
    enhanced_actions: [],
    performance_snapshots: [],
    dom_snapshots: [],
    screenshots: [],
    stats: { total_logs: 0, error_count: 0, warning_count: 0, network_failures: 0, ws_connections: 0 },
    unavailable,
  };
}
