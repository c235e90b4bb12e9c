/**
 * Carries entries from a document to the service worker and keeps a copy until they are safe.
 *
 * Chrome ends an idle worker at any moment and with it the port. Whatever the worker has not called safe is then sent
 * again, which starts the worker anew; an entry that arrives twice is no harm, its `eventId` tells. Copies are bounded:
 * beyond that the oldest are given up, and only a worker that dies with them would lose them.
 */

import type { Route } from 'gasoline-wire/route';

import type { Sifting } from '../channel.ts';
import { isWorkerMessage } from '../messages.ts';
import type { DocumentMessage, EntriesMessage, Pressure, RelayMessage } from '../messages.ts';

/** As much of `chrome.runtime.Port` as is used. */
export interface Line {
  postMessage(message: RelayMessage): void;
  readonly onMessage: { addListener(react: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(react: () => void): void };
}

/** What a courier needs of its surroundings. */
export interface Surroundings {
  /** Throws once the extension was updated or removed. */
  connect(): Line;
  readonly document: Omit<DocumentMessage, 'kind'>;
  after(milliseconds: number, react: () => void): void;
  onPressure(pressure: Pressure): void;
  /** This document's relay belongs to a copy of the extension that no longer exists. */
  onOrphaned(): void;
}

type Copy = Omit<EntriesMessage, 'held'>;

/** Characters of copies. */
const MAX_HELD = 4 * 1024 * 1024;

/** Before the worker is called again that went away with entries of ours. */
const REOPEN_DELAYS_MS = [0, 100, 500, 2000];
const LAST_DELAY_MS = 2000;

/** The way of one document's entries to the worker. */
export class Courier {
  readonly #surroundings: Surroundings;
  #line: Line | undefined;
  #copies: Copy[] = [];
  #held = 0;
  #limit = MAX_HELD;
  #lastId = 0;
  #disconnections = 0;
  #isOrphan = false;
  /** Whether the worker has a server. Unknown, and so missed, without a worker. */
  #isLinked = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Passes a batch on. */
  send(route: Route, lines: string, sifting: Sifting): void {
    if (this.#isOrphan) return;
    this.#lastId += 1;
    const copy: Copy = { kind: 'entries', id: this.#lastId, route, lines, sifting };
    const isOpen = this.#line !== undefined;
    this.#keep(copy);
    // Opening sends every copy, this one included.
    if (isOpen) this.#post(copy);
    else this.#open();
  }

  /** Wakes the worker to look for a server, unless it has one. */
  seek(): void {
    if (this.#isOrphan || this.#isLinked) return;
    this.#open();
    try {
      this.#line?.postMessage({ kind: 'seek' });
    } catch {
      // The port closed in this moment; the next call opens another.
      this.#line = undefined;
    }
  }

  #keep(copy: Copy): void {
    this.#copies.push(copy);
    this.#held += copy.lines.length;
    while (this.#held > this.#limit && this.#copies.length > 1) {
      this.#held -= this.#copies.shift()?.lines.length ?? 0;
    }
  }

  #open(): void {
    if (this.#line !== undefined || this.#isOrphan) return;
    try {
      const line = this.#surroundings.connect();
      this.#line = line;
      line.onDisconnect.addListener(() => {
        this.#closed(line);
      });
      line.onMessage.addListener((message) => {
        this.#heard(message);
      });
      line.postMessage({ kind: 'document', ...this.#surroundings.document });
      for (const copy of this.#copies) this.#post(copy);
    } catch {
      this.#orphaned();
    }
  }

  #post(copy: Copy): void {
    try {
      this.#line?.postMessage({ ...copy, held: this.#held });
    } catch {
      // The port closed in this moment; its own event comes later and would find nothing to do.
      this.#line = undefined;
      this.#isLinked = false;
      this.#open();
    }
  }

  #closed(line: Line): void {
    if (this.#line !== line) return;
    this.#line = undefined;
    this.#isLinked = false;
    if (this.#copies.length === 0) return;
    const delay = REOPEN_DELAYS_MS[this.#disconnections] ?? LAST_DELAY_MS;
    this.#disconnections += 1;
    this.#surroundings.after(delay, () => {
      this.#open();
    });
  }

  #heard(message: unknown): void {
    if (!isWorkerMessage(message)) return;
    if (message.kind === 'link') {
      this.#isLinked = message.isConnected;
      return;
    }
    if (message.kind === 'pressure') {
      this.#limit = message.pressure === 'none' ? MAX_HELD : MAX_HELD / 2;
      this.#surroundings.onPressure(message.pressure);
      return;
    }
    this.#disconnections = 0;
    this.#copies = this.#copies.filter(({ id }) => id > message.id);
    this.#held = this.#copies.reduce((sum, { lines }) => sum + lines.length, 0);
  }

  #orphaned(): void {
    this.#isOrphan = true;
    this.#copies = [];
    this.#surroundings.onOrphaned();
  }
}
