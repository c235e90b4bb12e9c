/** Whether a document has changed since it was looked at. */

import { isCallable } from '../callable.ts';
import type { Env } from '../env.ts';
import { apply, get } from '../primordials.ts';

/** Watches one place at a time. */
export interface ChangeWatch {
  /** Begins anew: the document of an element, and the shadow roots around it. */
  watch(element: Element | undefined): void;
  /** Whether anything changed since. */
  isChanged(): boolean;
  stop(): void;
}

/** Where nobody can tell. */
const ALWAYS_CHANGED: ChangeWatch = { watch: () => undefined, isChanged: () => true, stop: () => undefined };

const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };

/** The watch of one window; it costs the page nothing while it does not watch. */
export function createChangeWatch({ window, dom }: Env): ChangeWatch {
  const { MutationObserver } = window;
  if (!isCallable(get(window, 'MutationObserver'))) return ALWAYS_CHANGED;
  const { observe, disconnect, takeRecords } = MutationObserver.prototype;
  let isChanged = false;
  const stop = (): void => {
    apply(disconnect, observer, []);
  };
  const observer = new MutationObserver(() => {
    // One change is enough: of the others the browser need not keep record.
    isChanged = true;
    stop();
  });
  return {
    watch(element) {
      stop();
      isChanged = false;
      apply(observe, observer, [window.document, EVERYTHING]);
      let host = element && dom.host(dom.root(element));
      while (host !== undefined) {
        const root = dom.shadow(host);
        if (root !== null) apply(observe, observer, [root, EVERYTHING]);
        host = dom.host(dom.root(host));
      }
    },
    isChanged: () => isChanged || apply(takeRecords, observer, []).length > 0,
    stop,
  };
}
