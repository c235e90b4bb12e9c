/**
 * Changes of documents, by the browser's own observer: taken before any page script ran. Libraries such as zone.js put another
 * one in its place, which would call into the page.
 */

import { isCallable } from './callable.ts';
import type { PageWindow } from './page-window.ts';
import { apply, get } from './primordials.ts';
import { quiet } from './quiet.ts';

/** One observer. */
export interface MutationWatch {
  /** Observes everything below a node as well. */
  observe(below: Node): void;
  /** What nobody was called with yet. */
  take(): readonly MutationRecord[];
  stop(): void;
}

/** Makes an observer. */
export type WatchMutations = (react: (records: readonly MutationRecord[]) => void) => MutationWatch;

const EVERYTHING = {
  __proto__: null,
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

/** Undefined where the window has no observers. */
export function createWatchMutations(window: PageWindow): WatchMutations | undefined {
  const { MutationObserver } = window;
  if (!isCallable(get(window, 'MutationObserver'))) return undefined;
  const { observe, disconnect, takeRecords } = MutationObserver.prototype;
  return (react) => {
    const observer = new MutationObserver(quiet(react));
    return {
      observe(below) {
        apply(observe, observer, [below, EVERYTHING]);
      },
      take: () => apply(takeRecords, observer, []),
      stop() {
        apply(disconnect, observer, []);
      },
    };
  };
}
