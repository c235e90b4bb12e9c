/** Whether the page is on its way out, where only a beacon still leaves it. */

import type { Env } from 'capture';

/** The page's presence. */
export interface Departure {
  /** True from `pagehide` until the document returns from the back/forward cache or another takes its window. */
  readonly isLeaving: () => boolean;
  readonly stopWatching: () => void;
}

/** Watches the page. `onHide` runs when it is hidden or left: the last moments that are certain to come. */
export function watchDeparture(env: Env, onHide: () => void): Departure {
  let leaving: Document | undefined;
  const stops = [
    env.listen('pagehide', () => {
      leaving = env.window.document;
      onHide();
    }),
    env.listen('pageshow', () => {
      leaving = undefined;
    }),
    env.listen('visibilitychange', () => {
      if (env.window.document.visibilityState === 'hidden') onHide();
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
