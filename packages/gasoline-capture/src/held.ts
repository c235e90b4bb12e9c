/**
 * Entries kept back until it is known what is wanted.
 *
 * Where the settings come from another process they arrive after the page's first scripts have run. Until then
 * everything is captured and nothing leaves; then what is not wanted is forgotten, and the rest goes in its order.
 */

import type { Route } from 'gasoline-wire/route';

import { ownData } from './own-data.ts';
import { append, indexOf, slice } from './primordials.ts';
import type { CurrentSettings, Settings } from './settings.ts';
import { isWanted } from './wanted.ts';
import type { Sketch } from './wanted.ts';

/** Lets an entry go; `page` is undefined for patches of earlier ones. */
export type Pass = (
  route: Route,
  page: string | undefined,
  start: string,
  end: string,
  lostBefore?: number,
) => void;

/** An entry without its number. */
interface HeldEntry {
  readonly route: Route;
  readonly event: Sketch;
  readonly page: string | undefined;
  readonly start: string;
  readonly end: string;
}

/** What waits, and what becomes of it. */
export interface HeldEntries {
  isHolding(): boolean;
  add(entry: HeldEntry, pass: Pass): void;
  /** Lets go what the settings want now, and everything from here on. */
  release(): void;
}

/** A page that logs without end while it starts must not fill the memory. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Holds the entries of one window. */
export function holdEntries(settings: CurrentSettings): HeldEntries {
  let waiting: HeldEntry[] | undefined = [];
  let characters = 0;
  let lost = 0;
  let passOn: Pass | undefined;

  /** The older half goes: what happened last explains more. The gap in the numbers tells of it. */
  const dropOlderHalf = (entries: readonly HeldEntry[]): HeldEntry[] => {
    const kept: HeldEntry[] = [];
    characters = 0;
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined) continue;
      if (index < entries.length / 2) lost += entry.page === undefined ? 0 : 1;
      else {
        append(kept, entry);
        characters += entry.start.length;
      }
    }
    return kept;
  };
  return {
    isHolding: () => waiting !== undefined,
    add(entry, pass) {
      if (waiting === undefined) return;
      passOn = pass;
      append(waiting, entry);
      characters += entry.start.length;
      if (characters > MAX_CHARACTERS) waiting = dropOlderHalf(waiting);
    },
    release() {
      const entries = waiting ?? [];
      waiting = undefined;
      for (let index = 0; index < entries.length; index += 1) {
        const entry = entries[index];
        if (entry === undefined || !isWanted(entry.route, entry.event, settings())) continue;
        passOn?.(entry.route, entry.page, asWanted(entry, settings()), entry.end, lost);
        if (entry.page !== undefined) lost = 0;
      }
    },
  };
}

const PENDING = ',"enrichment":"pending"';

/** An error that nothing will follow, because nobody wants it explained, does not wait for it. */
function asWanted({ event, start }: HeldEntry, { aiContext }: Settings): string {
  if (aiContext !== undefined || ownData(event, 'enrichment') !== 'pending') return start;
  // Instruments put it right after the type, so the first one is it and not a part of what the page printed.
  const at = indexOf(start, PENDING);
  return `${slice(start, 0, at)}${slice(start, at + PENDING.length)}`;
}
