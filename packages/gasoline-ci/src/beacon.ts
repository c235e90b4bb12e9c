/**
 * Transport by beacon, for pages without a binding.
 *
 * Beacons outlive the page, but they are requests, and a page that never falls silent would never come to `networkidle`: so
 * they rest between one delivery and the next. They share 64 KB in flight: batches stay small, and what the browser does not
 * take now is offered again.
 * One that is blocked costs a line in the page's console: nothing leaves before the server has answered an ordinary request.
 */

import type { Env, Sink } from 'capture';

import { enqueue } from './batch.ts';
import type { Batch } from './batch.ts';
import { watchDeparture } from './departure.ts';
import { isLoopbackPage } from './loopback.ts';
import type { Poster } from './post.ts';

/** Long enough to fill a batch, short enough to see an error arrive. */
const FLUSH_MS = 100;

/** A beacon to this machine is done in a few milliseconds; then there is room for the next. */
const RETRY_MS = 10;

/** Test tools take half a second without requests for silence. */
const REST_MS = 700;

/** Batches kept while the browser takes no more, about 4 MB; beyond that the oldest goes. */
const MAX_WAITING = 200;

/** A sink that waits for the word that beacons pass. */
export interface BeaconSink extends Sink {
  /** Keeps everything back from now on, as it does from the start. */
  hold(): void;
  /** Sends what waits, and what comes. */
  release(): void;
}

/** Sends by beacon, a little later, and at once when the page is hidden or left, after its own last words. */
export function beaconSink(env: Env, poster: Poster): BeaconSink {
  const { after, window } = env;
  const waiting: Batch[] = [];
  let isHeld = true;
  let isScheduled = false;
  let isResting = false;

  const flush = (): void => {
    for (let batch = waiting[0]; batch !== undefined; batch = waiting[0]) {
      if (!poster.send(batch.endpoint, batch.lines)) break;
      waiting.shift();
    }
  };
  const flushAfter = (milliseconds: number): void => {
    if (isScheduled || isHeld || isResting) return;
    isScheduled = true;
    after(milliseconds, () => {
      isScheduled = false;
      if (isHeld || waiting.length === 0) return;
      flush();
      if (waiting.length > 0) flushAfter(RETRY_MS);
      else rest();
    });
  };
  const rest = (): void => {
    isResting = true;
    after(REST_MS, () => {
      isResting = false;
      if (waiting.length > 0) flushAfter(0);
    });
  };
  const flushIfAllowed = (): void => {
    // The server's answer comes too late for a page that is left at once; one of this machine probably reaches it.
    if (!isHeld || (departure.isLeaving() && isLoopbackPage(window.location))) flush();
  };
  const departure = watchDeparture(env, { hidden: flushIfAllowed });
  return {
    send(endpoint, lines) {
      enqueue(waiting, { endpoint, lines });
      if (waiting.length > MAX_WAITING) waiting.shift();
      if (departure.isOver()) flushIfAllowed();
      else flushAfter(FLUSH_MS);
    },
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      flushAfter(FLUSH_MS);
    },
    close() {
      departure.stopWatching();
      waiting.length = 0;
    },
  };
}
