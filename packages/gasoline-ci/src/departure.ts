/** Whether the page is on its way out, where bindings lose what they are given. */

import type { Env } from 'capture';

/** The page's presence. */
export interface Departure {
  /** True from `pagehide` until the document returns from the back/forward cache or another takes its window. */
  readonly isLeaving: () => boolean;
  readonly stopWatching: () => void;
}

/** What is to be done on the way. */
export interface OnDeparture {
  /** The page is hidden or left: the last moments that are certain to come. */
  readonly hidden?: () => void;
  /** The document is back from the cache. */
  readonly back?: () => void;
}

/** Watches the page. */
export function watchDeparture(env: Env, { hidden, back }: OnDeparture): Departure {
  let leaving: Document | undefined;
  const stops = [
    env.listen('pagehide', () => {
      leaving = env.window.document;
      hidden?.();
    }),
    env.listen('pageshow', () => {
      const isBack = leaving === env.window.document;
      leaving = undefined;
      if (isBack) back?.();
    }),
    env.listen('visibilitychange', () => {
      if (env.window.document.visibilityState === 'hidden') hidden?.();
    }),
  ];
  return {
    isLeaving: () => leaving === env.window.document,
    stopWatching: () => {
      stops.forEach((stop) => {
        stop();
      });
    },
  };
}
