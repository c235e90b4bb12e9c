/** Batches on their way, and how they travel together. */

import { append } from 'gasoline-capture';
import { ENTRY_SEPARATOR } from 'gasoline-wire/route';
import type { Route } from 'gasoline-wire/route';

/** Entries for one route, one a line. */
export interface Batch {
  readonly route: Route;
  readonly lines: string;
}

/** What a beacon holds: a third of the 64 KB, because UTF-8 makes at most three bytes of a character. */
export const BEACON_CHARACTERS = 20_000;

/** Fills up the last batch, or starts another. */
export function enqueue(waiting: Batch[], batch: Batch): void {
  const last = waiting[waiting.length - 1];
  if (last?.route === batch.route && last.lines.length + batch.lines.length < BEACON_CHARACTERS) {
    const lines = `${last.lines}${ENTRY_SEPARATOR}${batch.lines}`;
    waiting[waiting.length - 1] = { route: batch.route, lines };
    return;
  }
  append(waiting, batch);
}
