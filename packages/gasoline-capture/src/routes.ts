/**
 * Changes of the document's address that load nothing: single-page apps, fragments, back and forward.
 *
 * By the Navigation API where there is one: it tells of every way to change the address, and nothing of the page is
 * replaced for it. Elsewhere `history` is watched.
 */

import type { Listen } from './listen.ts';
import type { PageWindow } from './page-window.ts';
import { observeMethod } from './patch.ts';
import type { Uninstall } from './patch.ts';
import { accepts, platformOf } from './platform.ts';
import { apply, get } from './primordials.ts';
import { quiet } from './quiet.ts';

/**
 * `replace` does not add to the history: apps do it in passing, for example on every key in a search field. `pop` is a step in
 * the history; where there is no Navigation API, another fragment too.
 */
export type RouteChangeKind = 'push' | 'replace' | 'pop';

/** One change. */
export interface RouteChange {
  readonly from: string;
  readonly to: string;
  readonly kind: RouteChangeKind;
}

/** Calls back after the address changed. */
export type WatchRoutes = (react: (change: RouteChange) => void) => Uninstall;

type Look = (kind: RouteChangeKind) => void;

/** The watch of one window. */
export function createWatchRoutes(window: PageWindow, listen: Listen): WatchRoutes {
  // Mostly null, and so cheap to ask for.
  const transition = platformOf(window).getter('Navigation', 'transition');
  // Missing, or somebody put another in its place before us.
  const watchSource = accepts(transition, get(window, 'navigation'))
    ? watchNavigation(window)
    : watchHistory(window);
  return (react) => {
    let { document } = window;
    let current = window.location.href;
    const look: Look = (kind) => {
      const from = current;
      const isSameDocument = document === window.document;
      ({ document } = window);
      current = window.location.href;
      if (isSameDocument && from !== current) react({ from, to: current, kind });
    };
    const stops = [
      watchSource(look),
      // Also with the Navigation API, which is silent in documents of no origin.
      ...['popstate', 'hashchange'].map((type) =>
        listen(type, () => {
          look('pop');
        }),
      ),
    ];
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  };
}

function watchNavigation({ navigation, EventTarget, NavigationCurrentEntryChangeEvent }: PageWindow) {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  return (look: Look): Uninstall => {
    const listener = (event: Event): void => {
      const type = event instanceof NavigationCurrentEntryChangeEvent ? event.navigationType : null;
      look(type === 'replace' || type === 'push' ? type : 'pop');
    };
    const args = ['currententrychange', quiet(listener), true];
    apply(addEventListener, navigation, args);
    return () => {
      apply(removeEventListener, navigation, args);
    };
  };
}

function watchHistory({ History }: PageWindow) {
  return (look: Look): Uninstall => {
    const stops = [
      observeMethod(History.prototype, 'pushState', 'after', () => {
        look('push');
      }),
      observeMethod(History.prototype, 'replaceState', 'after', () => {
        look('replace');
      }),
    ];
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  };
}
