/**
 * Whether the document is being left.
 *
 * Before `pagehide` the browser breaks off what is under way, and the page hears of it in the microtasks between the listeners. So this
 * one must be the first: it is added with the surroundings, before anything else listens.
 */

import type { Listen } from './listen.ts';
import type { PageWindow } from './page-window.ts';
import type { Uninstall } from './patch.ts';

/** The document's departure. */
export interface Leaving {
  /** True from `pagehide` on, until the document is back from the cache or another takes its window. */
  readonly isUnderWay: () => boolean;
  readonly stopWatching: Uninstall;
}

/** Whether a `pagehide` or `pageshow` tells that the document goes into the back/forward cache, or comes from there. */
export function isOfCache(event: Event): boolean {
  return 'persisted' in event && event.persisted === true;
}

/** Watches the departure of a window's documents. */
export function watchLeaving(window: PageWindow, listen: Listen): Leaving {
  let left: Document | undefined;
  const stops = [
    listen('pagehide', () => {
      left = window.document;
    }),
    listen('pageshow', () => {
      left = undefined;
    }),
  ];
  return {
    isUnderWay: () => left === window.document,
    stopWatching: () => {
      stops.forEach((stop) => {
        stop();
      });
    },
  };
}
