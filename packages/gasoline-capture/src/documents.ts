/** The documents a window shows, one after the other. */

import type { Env } from './env.ts';
import type { PageWindow } from './page-window.ts';
import type { Uninstall } from './patch.ts';
import type { Occasion } from './releases.ts';

/** An empty document that waits for the real one: nothing was visited, nothing is shown. */
const EMPTY = 'about:blank';

/**
 * Calls back for the document in the window, and for each that later takes over the window, at the first sign of it.
 * A document that is only prerendered counts from the moment in which it is shown.
 */
export function watchDocuments(env: Env, react: () => void): Uninstall {
  let seen: Document | undefined;
  const look = (): void => {
    const { document, location } = env.window;
    if (document === seen || env.dom.isPrerendering(document) || location.href === EMPTY) return;
    seen = document;
    react();
  };
  const stops = ['readystatechange', 'prerenderingchange', 'pageshow'].map((type) => env.listen(type, look));
  look();
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

/** Calls back once for each document of the window, when it has loaded. */
export function watchLoads(env: Env, react: () => void): Uninstall {
  let loaded: Document | undefined;
  const look = (): void => {
    const { document, location } = env.window;
    if (document === loaded || env.dom.readyState(document) !== 'complete') return;
    if (env.dom.isPrerendering(document) || location.href === EMPTY) return;
    loaded = document;
    react();
  };
  const stops = ['load', 'prerenderingchange', 'pageshow'].map((type) => env.listen(type, look));
  look();
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

/** Calls back whenever the page is hidden or left: the last moments that are certain to come. */
export function watchDepartures(env: Env, react: () => void): Uninstall {
  return watchReleases(env, (occasion) => {
    if (occasion === 'leaving') react();
  });
}

/** Calls back then, and whenever somebody asks for everything so far. */
export function watchReleases(env: Env, react: (occasion: Occasion) => void): Uninstall {
  const leave = (): void => {
    react('leaving');
  };
  const stops = [
    env.listen('pagehide', leave),
    env.listen('visibilitychange', () => {
      if (env.dom.visibility(env.window.document) === 'hidden') leave();
    }),
    env.releases.watch(react),
  ];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

/** Whether a window's document is no frame of another. */
export function isTopDocument(window: PageWindow): boolean {
  return window.parent === window;
}
