/** Whether a document has changed since it was looked at. */

import type { Env } from '../env.ts';

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

/** The watch of one window; it costs the page nothing while it does not watch. */
export function createChangeWatch({ window, dom, watchMutations }: Env): ChangeWatch {
  if (watchMutations === undefined) return ALWAYS_CHANGED;
  let isChanged = false;
  const observer = watchMutations(() => {
    // One change is enough: of the others the browser need not keep record.
    isChanged = true;
    observer.stop();
  });
  return {
    watch(element) {
      observer.stop();
      isChanged = false;
      observer.observe(window.document);
      let host = element && dom.host(dom.root(element));
      while (host !== undefined) {
        const root = dom.shadow(host);
        if (root !== null) observer.observe(root);
        host = dom.host(dom.root(host));
      }
    },
    isChanged: () => isChanged || observer.take().length > 0,
    stop: observer.stop,
  };
}
