/**
 * Undelivered entries in `chrome.storage.session`, so that they outlive the worker.
 *
 * Written only while the server is away: what it takes at once needs no second copy. Entries are stored in segments,
 * which are never rewritten: new entries make new segments, and a segment goes when its last entry is settled. A worker
 * that dies in between sends some entries twice, which the server notices.
 */

import type { Batch, Waiting } from 'gasoline-delivery';
import { ENTRY_SEPARATOR, isRoute } from 'gasoline-wire/route';
import type { Route } from 'gasoline-wire/route';

/** As much of a storage area as is used. */
export interface Area {
  get(keys: null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

interface Segment {
  readonly route: Route;
  readonly lines: string;
}

const PREFIX = 'outbox/';
const KEY_DIGITS = 12;

/** Bytes of one segment. */
const MAX_SEGMENT = 512 * 1024;

/** The segments of one worker and those it found. */
export class Journal {
  readonly #area: Area;
  /** Keys in order, with the position of their last entry. */
  #segments: { readonly key: string; readonly position: number }[] = [];
  #lastNumber = 0;

  constructor(area: Area) {
    this.#area = area;
  }

  /** Hands over what an earlier worker left, oldest first; `add` answers with the position of the last entry. */
  async restore(add: (batch: Batch) => number): Promise<number> {
    const stored = await this.#area.get(null);
    const keys = Object.keys(stored)
      .filter((key) => key.startsWith(PREFIX))
      .sort();
    let restored = 0;
    for (const key of keys) {
      this.#lastNumber = Math.max(this.#lastNumber, Number(key.slice(PREFIX.length)) || 0);
      const segment = stored[key];
      if (!isSegment(segment)) continue;
      const entries = segment.lines.split(ENTRY_SEPARATOR);
      restored += entries.length;
      this.#segments.push({ key, position: add({ route: segment.route, entries }) });
    }
    return restored;
  }

  /** Stores entries; their order is that of their positions. */
  async write(waiting: readonly Waiting[]): Promise<void> {
    const items: Record<string, Segment> = {};
    const added = segmentsOf(waiting).map((segment) => {
      this.#lastNumber += 1;
      const key = `${PREFIX}${String(this.#lastNumber).padStart(KEY_DIGITS, '0')}`;
      items[key] = { route: segment.route, lines: segment.entries.join(ENTRY_SEPARATOR) };
      return { key, position: segment.position };
    });
    if (added.length === 0) return;
    await this.#area.set(items);
    this.#segments.push(...added);
  }

  /** Forgets segments whose entries are all settled. */
  async settle(position: number): Promise<void> {
    const settled = this.#segments.filter((segment) => segment.position <= position);
    if (settled.length === 0) return;
    this.#segments = this.#segments.filter((segment) => segment.position > position);
    await this.#area.remove(settled.map(({ key }) => key));
  }
}

interface Gathered {
  readonly route: Route;
  readonly entries: string[];
  bytes: number;
  position: number;
}

function segmentsOf(waiting: readonly Waiting[]): Gathered[] {
  const segments: Gathered[] = [];
  for (const { route, entry, bytes, position } of waiting) {
    const last = segments.at(-1);
    if (last?.route === route && last.bytes + bytes <= MAX_SEGMENT) {
      last.entries.push(entry);
      last.bytes += bytes;
      last.position = position;
    } else segments.push({ route, entries: [entry], bytes, position });
  }
  return segments;
}

function isSegment(value: unknown): value is Segment {
  return (
    typeof value === 'object' &&
    value !== null &&
    'route' in value &&
    typeof value.route === 'string' &&
    isRoute(value.route) &&
    'lines' in value &&
    typeof value.lines === 'string'
  );
}
