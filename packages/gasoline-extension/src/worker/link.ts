/**
 * The way to the server, and what is kept while it is away.
 *
 * An entry is safe once the server has it or storage does. The relays keep their copies until then.
 */

import { Delivery, OUTBOX_LIMITS } from 'gasoline-delivery';
import type { Batch, DeliveryReport, LinkState } from 'gasoline-delivery';

import type { Pressure } from '../messages.ts';
import { serverUrl } from '../settings/storage.ts';
import type { ExtensionSettings } from '../settings/table.ts';

import { captureSession } from './capture-session.ts';
import { note } from './debug-log.ts';
import { Journal } from './journal.ts';

/** What the link tells others. */
export interface LinkEvents {
  /** Everything up to a position is safe. */
  onSafe(position: number): void;
  onState(state: LinkState): void;
}

/** The extension's one link to the server. */
export class Link {
  readonly #events: LinkEvents;
  readonly #journal = new Journal(chrome.storage.session);
  readonly #delivery: Delivery;
  readonly #settings: () => Promise<ExtensionSettings>;
  #state: LinkState | undefined;
  #lastNote = '';
  #actionsKept = Infinity;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();
  #isWritePlanned = false;
  #dropped = 0;

  constructor(settings: () => Promise<ExtensionSettings>, events: LinkEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#delivery = new Delivery({
      client: 'extension',
      version: chrome.runtime.getManifest().version,
      server: () => this.#address(),
      session: captureSession,
      onState: (state) => {
        this.#changed(state);
      },
      onSettled: (position) => {
        this.#settled(position);
      },
      keptWhileAway: () => ({ route: '/enhanced-actions', count: this.#actionsKept }),
    });
  }

  /** Takes over what an earlier worker could not deliver; before anything else is added. */
  async restore(): Promise<void> {
    const count = await this.#journal
      .restore((batch) => this.#delivery.add(batch))
      .catch((error: unknown) => {
        note(`cannot read undelivered entries: ${String(error)}`);
        return 0;
      });
    if (count > 0) note(`found ${count} undelivered entries of an earlier worker`);
    this.#written = this.#delivery.unsettled().at(-1)?.position ?? 0;
    void this.#delivery.settle();
  }

  /** Takes entries; answers with the position of the last. */
  add(batch: Batch): number {
    const position = this.#delivery.add(batch);
    if (this.#state?.kind === 'disconnected') this.#planWrite();
    this.#noteDrops();
    return position;
  }

  /** Looks for the server now. */
  reconnect(): Promise<DeliveryReport> {
    return this.#delivery.reconnect();
  }

  /** Looks for the server if it is away: somebody looks at a captured page. */
  seek(): void {
    this.#delivery.seek();
  }

  /** Where the server was greeted; undefined while it is away. */
  server(): string | undefined {
    return this.#state?.kind === 'connected' ? this.#state.server : undefined;
  }

  /** What became of everything so far. */
  report(): DeliveryReport {
    return this.#delivery.report();
  }

  /** Keeps half as much while memory is short. */
  setPressure(pressure: Pressure): void {
    const { entries, bytes } = OUTBOX_LIMITS;
    this.#delivery.limit(pressure === 'none' ? OUTBOX_LIMITS : { entries: entries / 2, bytes: bytes / 2 });
  }

  async #address(): Promise<string> {
    const { serverPort, reproductionBufferSize } = await this.#settings();
    this.#actionsKept = reproductionBufferSize;
    return serverUrl(serverPort);
  }

  #changed(state: LinkState): void {
    const text =
      state.kind === 'connected' ? `connected to server ${state.serverVersion}` : `no link: ${state.reason}`;
    // While a page is looked at, an absent server is missed every second.
    if (state.kind === 'connected' || text !== this.#lastNote) note(text);
    this.#lastNote = text;
    this.#state = state;
    this.#events.onState(state);
    if (state.kind === 'disconnected') this.#planWrite();
  }

  #settled(position: number): void {
    this.#events.onSafe(position);
    void this.#journal.settle(position);
  }

  /** One write at a time; what comes during one goes together into the next. */
  #planWrite(): void {
    if (this.#isWritePlanned) return;
    this.#isWritePlanned = true;
    this.#writing = this.#writing.then(async () => {
      this.#isWritePlanned = false;
      await this.#write();
    });
  }

  async #write(): Promise<void> {
    const waiting = this.#delivery.unsettled(this.#written);
    const last = waiting.at(-1)?.position;
    if (last === undefined) return;
    try {
      await this.#journal.write(waiting);
    } catch (error) {
      // Storage is full or failing: the relays keep their copies.
      note(`cannot store undelivered entries: ${String(error)}`);
      return;
    }
    this.#written = last;
    this.#events.onSafe(last);
  }

  #noteDrops(): void {
    const { dropped } = this.#delivery.report();
    if (dropped === this.#dropped) return;
    note(
      `dropped ${dropped - this.#dropped} of the oldest entries, ${dropped} in all: more than can be kept`,
    );
    this.#dropped = dropped;
  }
}
