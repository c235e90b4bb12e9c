/**
 * Entries that wait for the server, bounded by count and size.
 *
 * When full, the oldest goes: what just happened is worth more than what happened first. The server sees the gap
 * in `n`; the count here is for the popup and for reports.
 */

import type { Endpoint } from 'wire/endpoint';

/** What one post carries. */
export interface Batch {
  readonly endpoint: Endpoint;
  readonly entries: readonly string[];
}

/** Bounds of a batch or of the whole outbox. */
export interface Limits {
  readonly entries: number;
  readonly characters: number;
}

interface Waiting {
  readonly endpoint: Endpoint;
  readonly entry: string;
}

/** A queue in order of arrival. */
export class Outbox {
  readonly #limits: Limits;
  #waiting: Waiting[] = [];
  #characters = 0;
  #dropped = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#waiting.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add({ endpoint, entries }: Batch): void {
    for (const entry of entries) {
      this.#waiting.push({ endpoint, entry });
      this.#characters += entry.length;
    }
    this.#dropOldest();
  }

  /** Takes the oldest entries that may travel together; undefined when nothing waits. */
  take(limits: Limits): Batch | undefined {
    const endpoint = this.#waiting[0]?.endpoint;
    if (endpoint === undefined) return undefined;
    let characters = 0;
    const end = this.#waiting.findIndex((waiting, index) => {
      characters += waiting.entry.length;
      const full = index >= limits.entries || characters > limits.characters;
      return waiting.endpoint !== endpoint || (index > 0 && full);
    });
    const taken = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    for (const { entry } of taken) this.#characters -= entry.length;
    return { endpoint, entries: taken.map(({ entry }) => entry) };
  }

  /** Returns a batch that could not be delivered to the head of the queue. */
  putBack({ endpoint, entries }: Batch): void {
    this.#waiting = [...entries.map((entry) => ({ endpoint, entry })), ...this.#waiting];
    for (const entry of entries) this.#characters += entry.length;
    this.#dropOldest();
  }

  #dropOldest(): void {
    let surplus = 0;
    let characters = this.#characters;
    while (this.#waiting.length - surplus > this.#limits.entries || characters > this.#limits.characters) {
      characters -= this.#waiting[surplus]?.entry.length ?? 0;
      surplus += 1;
    }
    if (surplus === 0) return;
    this.#waiting.splice(0, surplus);
    this.#characters = characters;
    this.#dropped += surplus;
  }
}
