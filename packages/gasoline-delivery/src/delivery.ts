/**
 * Delivers entries to the server: in order, one post at a time, again after a failure, never growing without bound.
 *
 * Runs wherever `fetch` is allowed to reach the server, so in the extension's service worker and in Node, but not
 * in a page. An entry may arrive twice after a lost answer; its `eventId` makes that harmless.
 */

import { WIRE_VERSION } from 'gasoline-wire';
import type { ClientKind } from 'gasoline-wire';
import type { Route } from 'gasoline-wire/route';

import { Breaker, LASTING } from './breaker.ts';
import type { Patience } from './breaker.ts';
import { Outbox } from './outbox.ts';
import type { Batch, Limits, Taken, Waiting } from './outbox.ts';
import { ExchangeFailure, postBatch, sayHello } from './server-link.ts';

/** Who delivers, and where to. */
export interface DeliveryOptions {
  readonly client: ClientKind;
  readonly version: string;
  /** Asked before each hello, so that a changed address takes effect. */
  readonly server: () => Promise<string>;
  readonly session: () => Promise<string>;
  readonly onState?: (state: LinkState) => void;
  /** Called when entries up to a position have been delivered, refused or dropped. */
  readonly onSettled?: (position: number) => void;
  /** Of entries for this route only the newest are kept while the server is away. */
  readonly keptWhileAway?: () => { readonly route: Route; readonly count: number };
  /** How long to bear with a server that does not answer; as long as a browser lives by default. */
  readonly patience?: Patience;
  /** Called when the server is left alone, with the reason. */
  readonly onLeftAlone?: (reason: string) => void;
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly now?: () => number;
}

/** Whether the last exchange succeeded, and with whom: only who was greeted at that address may hear more. */
export type LinkState =
  | { readonly kind: 'connected'; readonly server: string; readonly serverVersion: string }
  | { readonly kind: 'disconnected'; readonly reason: string };

/** What became of everything handed over so far. */
export interface DeliveryReport {
  readonly delivered: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly waiting: number;
  /** Bytes that wait, those on their way included. */
  readonly bytes: number;
  readonly lastFailure?: string | undefined;
}

/** Kept while the server is away. */
export const OUTBOX_LIMITS: Limits = { entries: 50_000, bytes: 8 * 1024 * 1024 };

/** The server takes 1,000 entries and 10 MB at once; smaller posts keep it responsive. */
const BATCH_LIMITS: Limits = { entries: 1000, bytes: 1024 * 1024 };

/** For a busy server that does not say how long. */
const BUSY_MS = 500;

/** The way from a client to the server. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #outbox = new Outbox(OUTBOX_LIMITS);
  readonly #breaker: Breaker;
  /** Known to be there; undefined until greeted. */
  #server: string | undefined;
  /** On its way, neither waiting nor settled. */
  #inFlight: Taken | undefined;
  #run: Promise<void> = Promise.resolve();
  #isRunning = false;
  #delivered = 0;
  #rejected = 0;
  #settled = 0;
  #lastFailure: string | undefined;
  #isAway = false;
  /** Asked for while an attempt may be under way, whose failure must not count as an answer. */
  #isAttemptDue = false;
  #endPause: () => void = () => undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#breaker = new Breaker(options.now ?? Date.now, options.patience);
  }

  /** Takes entries for delivery; answers with the position of the last. */
  add(batch: Batch): number {
    this.#outbox.add(batch);
    this.#keepNewestWhileAway(batch.route);
    this.#noteSettled();
    void this.settle();
    return this.#outbox.added;
  }

  /** Entries after a position that are not settled yet, in their order. */
  unsettled(since = 0): readonly Waiting[] {
    const inFlight = this.#inFlight?.waiting ?? [];
    return [...inFlight.filter(({ position }) => position > since), ...this.#outbox.since(since)];
  }

  /** Changes how much is kept while the server is away. */
  limit(limits: Limits): void {
    this.#outbox.limit(limits);
    this.#noteSettled();
  }

  /** Introduces the client again, for instance because the address changed or some time has passed. */
  reconnect(): Promise<DeliveryReport> {
    this.#server = undefined;
    this.#breaker.close();
    this.#isAttemptDue = true;
    this.#endPause();
    return this.settle();
  }

  /** Tries now if the server is away, whatever pause or rest there is. Nothing happens while it is there. */
  seek(): void {
    if (this.#server !== undefined) return;
    this.#breaker.close();
    this.#endPause();
    void this.settle();
  }

  /** Resolves when nothing waits any more, or when the server is left alone for a while. */
  async settle(): Promise<DeliveryReport> {
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#run = this.#deliverWithRetries();
    }
    await this.#run;
    return this.report();
  }

  /** What became of everything so far. */
  report(): DeliveryReport {
    const inFlight = this.#inFlight?.waiting ?? [];
    return {
      delivered: this.#delivered,
      rejected: this.#rejected,
      dropped: this.#outbox.dropped,
      waiting: this.#outbox.size + inFlight.length,
      bytes: this.#outbox.bytes + inFlight.reduce((sum, { bytes }) => sum + bytes, 0),
      lastFailure: this.#lastFailure,
    };
  }

  async #deliverWithRetries(): Promise<void> {
    while (this.#isAttemptDue || (!this.#breaker.isOpen && this.#isSomethingToDo())) {
      this.#isAttemptDue = false;
      const failure = await this.#deliverWaiting();
      const delay = failure === undefined ? undefined : this.#delayAfter(failure);
      if (failure === undefined) this.#breaker.succeeded();
      if (delay !== undefined) await this.#pause(delay);
    }
    // In the same turn as the last look at the outbox, so that no entry falls between two runs.
    this.#isRunning = false;
  }

  get #timeoutMs(): number {
    return (this.#options.patience ?? LASTING).timeoutMs;
  }

  #isSomethingToDo(): boolean {
    return this.#outbox.size > 0 || this.#server === undefined;
  }

  /** Undefined where the server is left alone for now. */
  #delayAfter({ kind, retryAfterMs }: ExchangeFailure): number | undefined {
    if (kind === 'busy') return retryAfterMs ?? BUSY_MS;
    const delay = kind === 'away' ? this.#breaker.failed() : undefined;
    if (kind === 'refused') this.#breaker.open();
    if (delay === undefined) this.#options.onLeftAlone?.(this.#lastFailure ?? kind);
    return delay;
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

  /** Answers with the address at which the server was greeted. */
  async #greet(): Promise<string> {
    const server = await this.#options.server();
    const welcome = await sayHello(
      server,
      {
        client: this.#options.client,
        version: this.#options.version,
        wire: WIRE_VERSION,
        session: await this.#options.session(),
        clock: Date.now(),
      },
      this.#timeoutMs,
    );
    if (this.#isAttemptDue) {
      // The address may have changed since it was asked for.
      this.#isAttemptDue = false;
      return this.#greet();
    }
    this.#lastFailure = undefined;
    this.#isAway = false;
    this.#options.onState?.({ kind: 'connected', server, serverVersion: welcome.version });
    return server;
  }

  async #deliver(server: string, batch: Taken): Promise<void> {
    this.#inFlight = batch;
    try {
      const receipt = await postBatch(server, batch, this.#timeoutMs);
      this.#delivered += receipt.received;
      this.#rejected += receipt.rejected;
      this.#breaker.succeeded();
    } catch (error) {
      if (!(error instanceof ExchangeFailure) || error.kind !== 'refused') {
        this.#outbox.putBack(batch);
        throw error;
      }
      // What the server refuses once it refuses always; the batches behind it may be fine.
      this.#rejected += batch.entries.length;
      this.#lastFailure = error.message;
    } finally {
      this.#inFlight = undefined;
    }
    this.#noteSettled();
  }

  #keepNewestWhileAway(route: Route): void {
    const kept = this.#isAway ? this.#options.keptWhileAway?.() : undefined;
    if (kept?.route === route) this.#outbox.keepNewest(kept.route, kept.count);
  }

  /** Entries are settled in their order, so the oldest that is not tells how far it goes. */
  #noteSettled(): void {
    const oldest = this.#inFlight?.waiting[0]?.position ?? this.#outbox.first ?? this.#outbox.added + 1;
    if (oldest - 1 <= this.#settled) return;
    this.#settled = oldest - 1;
    this.#options.onSettled?.(this.#settled);
  }

  #failed(failure: ExchangeFailure): void {
    this.#lastFailure = failure.message;
    if (failure.kind === 'busy') return;
    // A server that comes back is a new run, which must be greeted again.
    this.#server = undefined;
    this.#isAway = true;
    this.#options.onState?.({ kind: 'disconnected', reason: failure.message });
  }

  /** Until the time is over or somebody asks for an attempt. */
  async #pause(milliseconds: number): Promise<void> {
    const wait = this.#options.wait ?? sleep;
    const asked = new Promise<void>((resolve) => {
      this.#endPause = resolve;
    });
    await Promise.race([wait(milliseconds), asked]);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
