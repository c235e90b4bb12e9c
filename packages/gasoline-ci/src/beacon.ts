/**
 * Transport by beacon, for pages without a binding.
 *
 * Beacons outlive the page and do not count against `networkidle`, but share 64 KB in flight: batches stay small,
 * and what the browser does not take now is offered again.
 */

import type { Env, Sink } from 'capture';
import { ENTRY_SEPARATOR } from 'wire/endpoint';
import type { Endpoint } from 'wire/endpoint';

import { watchDeparture } from './departure.ts';
import type { Poster } from './post.ts';

/** A third of the 64 KB, because UTF-8 makes at most three bytes of a character. */
export const BEACON_CHARACTERS = 20_000;

/** Long enough to fill a batch, short enough to see an error arrive. */
const FLUSH_MS = 100;

/** A beacon to this machine is done in a few milliseconds; then there is room for the next. */
const RETRY_MS = 10;

/** Batches kept while the browser takes no more; about 4 MB. */
const MAX_WAITING = 200;

interface Batch {
  readonly endpoint: Endpoint;
  readonly lines: string;
}

/** Sends by beacon, a little later, and at once when the page is hidden or left. */
export function beaconSink(env: Env, poster: Poster): Sink {
  const setTimer = env.window.setTimeout.bind(env.window);
  const waiting: Batch[] = [];
  let scheduled = false;

  const flush = (): void => {
    for (let batch = waiting[0]; batch !== undefined; batch = waiting[0]) {
      if (!poster.send(batch.endpoint, batch.lines)) break;
      waiting.shift();
    }
  };
  const flushAfter = (milliseconds: number): void => {
    if (scheduled) return;
    scheduled = true;
    setTimer(() => {
      scheduled = false;
      flush();
      if (waiting.length > 0) flushAfter(RETRY_MS);
    }, milliseconds);
  };
  const departure = watchDeparture(env, flush);
  return {
    send(endpoint, lines) {
      enqueue(waiting, { endpoint, lines });
      if (departure.isLeaving()) flush();
      else flushAfter(FLUSH_MS);
    },
    close() {
      departure.stopWatching();
      waiting.length = 0;
    },
  };
}

/** Fills up the last batch, or starts another; when too many wait, the oldest goes. */
function enqueue(waiting: Batch[], batch: Batch): void {
  const last = waiting.at(-1);
  if (last?.endpoint === batch.endpoint && last.lines.length + batch.lines.length < BEACON_CHARACTERS) {
    waiting[waiting.length - 1] = { ...batch, lines: `${last.lines}${ENTRY_SEPARATOR}${batch.lines}` };
    return;
  }
  waiting.push(batch);
  if (waiting.length > MAX_WAITING) waiting.shift();
}
