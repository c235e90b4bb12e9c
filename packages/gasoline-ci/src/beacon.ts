/**
 * Transport by beacon, for pages without a binding.
 *
 * Beacons outlive the page, but they are requests, and a page that never falls silent would never come to `networkidle`: so
 * they rest between one delivery and the next, unless much waits. They share 64 KB in flight: batches stay small, and what the
 * browser does not take now is offered again; in the last moment, what matters most is offered first.
 * One that is blocked costs a line in the page's console: nothing leaves before the server has answered an ordinary request.
 */

import type { Cancel, Env, Sink } from 'gasoline-capture';

import { watchDeparture } from './departure.ts';
import { isFromLoopback } from './loopback.ts';
import type { Poster } from './post.ts';
import { createWaiting } from './waiting.ts';

/** Long enough to fill a batch, short enough to see an error arrive. */
const FLUSH_MS = 100;

/** A beacon to this machine is done in a few milliseconds; then there is room for the next. */
const RETRY_MS = 10;

/** Test tools take half a second without requests for silence. */
const REST_MS = 700;

/** Half of what may be in flight. When this much waits nothing rests: a page that is left now could not say it all. */
const PRESSING_CHARACTERS = 32_000;

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
  const isLocal = isFromLoopback(window);
  const waiting = createWaiting(poster);
  let isHeld = true;
  let isPressing = false;
  let endRest: Cancel | undefined;
  let cancel: Cancel | undefined;

  const deliver = (): void => {
    cancel = undefined;
    isPressing = false;
    if (isHeld || waiting.characters() === 0) return;
    waiting.flush();
    if (waiting.characters() > 0) deliverAfter(RETRY_MS);
    else rest();
  };
  const deliverAfter = (milliseconds: number): void => {
    cancel?.();
    cancel = after(milliseconds, deliver);
  };
  const rest = (): void => {
    endRest?.();
    endRest = after(REST_MS, () => {
      endRest = undefined;
      if (waiting.characters() > 0 && cancel === undefined) deliverAfter(0);
    });
  };
  const schedule = (): void => {
    if (isHeld || isPressing) return;
    isPressing = waiting.characters() > PRESSING_CHARACTERS;
    if (isPressing) deliverAfter(0);
    else if (cancel === undefined && endRest === undefined) deliverAfter(FLUSH_MS);
  };
  const flushIfAllowed = (): void => {
    // The server's answer comes too late for a page that is left at once; one of this machine probably reaches it.
    if (!isHeld || (env.leaving.isUnderWay() && isLocal)) waiting.flushLast();
  };
  const departure = watchDeparture(env, { hidden: flushIfAllowed });
  return {
    send(route, lines) {
      waiting.add({ route, lines });
      if (departure.isOver()) flushIfAllowed();
      else schedule();
    },
    passOn() {
      // As when the page is left: nobody hears the server's answer while the page stands still.
      if (!isHeld || isLocal) waiting.flushLast();
    },
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      schedule();
    },
    close() {
      departure.stopWatching();
      waiting.clear();
    },
  };
}
