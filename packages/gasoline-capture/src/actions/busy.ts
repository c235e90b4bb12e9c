/** Whether the page shows that it is loading something. */

import type { Env } from '../env.ts';

/**
 * What says so: the accessible ways, and the class names most component libraries use. Asked one by one: browsers
 * answer a plain attribute or class ten times faster than a list of them.
 */
const BUSY = [
  ...['[aria-busy="true"]', '[role="progressbar"]'],
  ...['.loading', '.is-loading', '.spinner', '.skeleton'],
];

/** Looks at the first element of each kind: an app that keeps hidden ones about is not searched for a visible one. */
export function looksBusy({ window, dom }: Env): boolean {
  for (let index = 0; index < BUSY.length; index += 1) {
    const shown = dom.find(window.document, BUSY[index] ?? '');
    if (shown !== null && dom.isVisible(shown)) return true;
  }
  return false;
}
