/**
 * Whether the page is on its way out, where bindings lose what they are given.
 *
 * Beacons and keepalive requests of a page share 64 KB in flight, and a page says its own last words by them. So our turn
 * comes after the page's: at the end of `pagehide`, or if the page is still visible then, at the end of the
 * `visibilitychange` that follows. Never at `unload`, which costs the page its place in the back/forward cache.
 */

import { get, isOfCache, observeMethod, platformOf, quiet } from 'gasoline-capture';
import type { Env, Uninstall } from 'gasoline-capture';

/** The page's presence. */
export interface Departure {
  /** True if it leaves and the last turn is over: what is said now goes at once or never. */
  readonly isOver: () => boolean;
  readonly stopWatching: () => void;
}

/** What is to be done on the way. */
export interface OnDeparture {
  /** The page is hidden or left, and has had its say: the last moments that are certain to come. */
  readonly hidden: () => void;
  /** The document is back from the cache. */
  readonly back?: () => void;
}

/** Watches the page. */
export function watchDeparture(env: Env, { hidden, back }: OnDeparture): Departure {
  let over: Document | undefined;
  const { window, leaving } = env;
  const lastTurn = (): void => {
    // A frame may go while its page stays, and hears nothing more.
    if (env.dom.visibility(window.document) === 'visible' && window.top === window) return;
    if (leaving.isUnderWay()) over = window.document;
    hidden();
  };
  const ownPlace = lastInLine(env, lastTurn);
  const stopped = stoppedEvents(env, () => {
    if (over === undefined) lastTurn();
  });
  const stops = [
    env.listen('pagehide', stopped.watch),
    env.listen('pageshow', (event) => {
      stopped.leave();
      over = undefined;
      if (isOfCache(event)) back?.();
    }),
    env.listen('load', ownPlace.queueAgain),
    afterPage(env, 'visibilitychange', () => {
      lastTurn();
      ownPlace.queueAgain();
    }),
    ownPlace.leave,
    stopped.leave,
  ];
  return {
    isOver: () => over === window.document,
    stopWatching: () => {
      stops.forEach((stop) => {
        stop();
      });
    },
  };
}

/**
 * Calls back when the page's listeners for an event of the document have had their turn: a listener that is added on the event's
 * way down to the document is the last on its way up. A page that stops the event on the way silences it
 * (`stoppedEvents`).
 */
function afterPage(env: Env, type: string, react: () => void): Uninstall {
  let stopLast: Uninstall | undefined;
  const stopFirst = env.listen(type, () => {
    stopLast?.();
    const stop = env.listen(
      type,
      () => {
        stop();
        react();
      },
      'up',
    );
    stopLast = stop;
  });
  return () => {
    stopFirst();
    stopLast?.();
  };
}

/**
 * Calls back at `pagehide`, after the listeners that the page had when we last queued. Events of the window itself have no way
 * down: Chromium calls listeners in the order in which they came, and none that comes while it does.
 */
function lastInLine(env: Env, react: () => void): { queueAgain: () => void; leave: Uninstall } {
  let stop = env.listen('pagehide', react, 'up');
  return {
    queueAgain() {
      stop();
      stop = env.listen('pagehide', react, 'up');
    },
    leave() {
      stop();
    },
  };
}

/**
 * Calls back when somebody stops an event of the browser, so that listeners of ours may not hear it. The script that stops it
 * may go on to say the page's own last words, so not before that listener has returned.
 */
function stoppedEvents(env: Env, react: () => void): { watch: () => void; leave: Uninstall } {
  const prototype = platformOf(env.window).prototype('Event');
  const quietly = quiet(react);
  let stops: readonly Uninstall[] = [];
  const watched = (name: string): Uninstall =>
    observeMethod(prototype ?? {}, name, 'after', (_args, _wrapper, event) => {
      if (isOfBrowser(event)) env.queueMicrotask(quietly);
    });
  const leave = (): void => {
    for (let index = 0; index < stops.length; index += 1) stops[index]?.();
    stops = [];
  };
  return {
    watch() {
      leave();
      stops = [watched('stopPropagation'), watched('stopImmediatePropagation')];
    },
    leave,
  };
}

/** Events of the page's own making say nothing about its end. */
function isOfBrowser(event: unknown): boolean {
  return typeof event === 'object' && event !== null && get(event, 'isTrusted') === true;
}
