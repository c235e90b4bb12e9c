/** The element of the latest action of the user: an error shortly after it probably comes of it. */

import type { Env } from '../env.ts';
import { dereference, WeakReference } from '../primordials.ts';

/** Remembers one element. */
export interface RecentElement {
  note(element: Element | undefined): void;
  /** Undefined where the action is too long ago, or the element gone from memory. */
  current(): Element | undefined;
}

/** An answer of a server that the action asked for comes within this time. */
const RECENT_MS = 5000;

/** The memory of one window. It does not keep elements alive that the page has thrown away. */
export function createRecentElement(env: Pick<Env, 'now'>): RecentElement {
  let reference: WeakRef<Element> | undefined;
  let at = 0;
  return {
    note(element) {
      reference = element === undefined ? undefined : new WeakReference(element);
      at = env.now();
    },
    current: () =>
      reference === undefined || env.now() - at > RECENT_MS ? undefined : dereference(reference),
  };
}
