/**
 * Entries that wait for the server, bounded by count and size.
 *
 * When full, the oldest goes: what just happened is worth more than what happened first. The server sees the gap
 * in `n`; the count here is for the popup and for reports. Each entry has a position, counted from 1, by which others
 * can tell what has been settled.
 */

import type { Route } from 'gasoline-wire/route';

/** What one post carries. */
export interface Batch {
  readonly route: Route;
  readonly entries: readonly string[];
}

/** Bounds of a batch or of the whole outbox. */
export interface Limits {
  readonly entries: number;
  /** Of UTF-8, as it travels and is stored. */
  readonly bytes: number;
}

/** An entry in the queue. */
export interface Waiting {
  readonly route: Route;
  readonly entry: string;
  readonly bytes: number;
  readonly position: number;
}

/** Entries taken together. */
export interface Taken extends Batch {
  readonly waiting: readonly Waiting[];
}

const encoder = new TextEncoder();

/** A queue in order of arrival. */
export class Outbox {
  #limits: Limits;
  #waiting: Waiting[] = [];
  #added = 0;
  #bytes = 0;
  #dropped = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Bytes of everything that waits. */
  get bytes(): number {
    return this.#bytes;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Position of the newest entry ever added. */
  get added(): number {
    return this.#added;
  }

  /** Position of the oldest entry that waits; undefined where none does. */
  get first(): number | undefined {
    return this.#waiting[0]?.position;
  }

  /** Tightens or loosens the bounds. */
  limit(limits: Limits): void {
    this.#limits = limits;
    this.#dropOldest();
  }

  add({ route, entries }: Batch): void {
    for (const entry of entries) {
      const bytes = encoder.encode(entry).byteLength;
      this.#added += 1;
      this.#waiting.push({ route, entry, bytes, position: this.#added });
      this.#bytes += bytes;
    }
    this.#dropOldest();
  }

  /** Everything that waits and came after a position. */
  since(position: number): readonly Waiting[] {
    return this.#waiting.filter((waiting) => waiting.position > position);
  }

  /** Takes the oldest entries that may travel together; undefined when nothing waits. */
  take(limits: Limits): Taken | undefined {
    const route = this.#waiting[0]?.route;
    if (route === undefined) return undefined;
    let bytes = 0;
    const end = this.#waiting.findIndex((waiting, index) => {
      bytes += waiting.bytes;
      const full = index >= limits.entries || bytes > limits.bytes;
      return waiting.route !== route || (index > 0 && full);
    });
    const waiting = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    this.#bytes -= sizeOf(waiting);
    return { route, entries: waiting.map(({ entry }) => entry), waiting };
  }

  /** Returns a batch that could not be delivered to the head of the queue. */
  putBack({ waiting }: Taken): void {
    this.#waiting = [...waiting, ...this.#waiting];
    this.#bytes += sizeOf(waiting);
    this.#dropOldest();
  }

  /** Keeps only the newest entries for a route; those in between stay. */
  keepNewest(route: Route, count: number): void {
    const own = this.#waiting.filter((waiting) => waiting.route === route && !isAddition(waiting.entry));
    const surplus = new Set(own.slice(0, Math.max(0, own.length - count)));
    if (surplus.size === 0) return;
    this.#waiting = this.#waiting.filter((waiting) => !surplus.has(waiting));
    this.#bytes -= sizeOf([...surplus]);
    this.#dropped += surplus.size;
  }

  #dropOldest(): void {
    let surplus = 0;
    let bytes = this.#bytes;
    while (this.#waiting.length - surplus > this.#limits.entries || bytes > this.#limits.bytes) {
      bytes -= this.#waiting[surplus]?.bytes ?? 0;
      surplus += 1;
    }
    if (surplus === 0) return;
    this.#waiting.splice(0, surplus);
    this.#bytes = bytes;
    this.#dropped += surplus;
  }
}

function sizeOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** What is added to an entry that was sent before: `_` fields only. It is no entry of its own and has no time. */
function isAddition(entry: string): boolean {
  return !entry.includes('"ts":') && /[{,]"_\w+":/.test(entry);
}
