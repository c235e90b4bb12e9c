/** Whether the page is on its way out, where only a beacon still leaves it. */

import type { Env } from 'capture';

/** The page's presence. */
export interface Departure {
  /** True between `pagehide` and a return from the back/forward cache. */
  readonly isLeaving: () => boolean;
}

/** Watches the page. `onHide` runs when it is hidden or left: the last moments that are certain to come. */
export function watchDeparture(env: Env, onHide: () => void): Departure {
  let leaving = false;
  env.listen('pagehide', () => {
    leaving = true;
    onHide();
  });
  env.listen('pageshow', () => {
    leaving = false;
  });
  env.listen('visibilitychange', () => {
    if (env.window.document.visibilityState === 'hidden') onHide();
  });
  return { isLeaving: () => leaving };
}
