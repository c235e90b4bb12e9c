/** Whether the page shows that it is loading something. */

import type { Env } from '../env.ts';

/** What says so: the accessible ways, and the class names most component libraries use. */
const BUSY =
  '[aria-busy="true"],[role="progressbar"]:not([aria-valuenow="100"]),progress:not([value]),' +
  '.loading,.is-loading,.spinner,.skeleton';

/** Looks at the first such element only: an app that keeps hidden ones about is not searched for a visible one. */
export function isBusy({ window, dom }: Env): boolean {
  const shown = dom.find(window.document, BUSY);
  return shown !== null && dom.isVisible(shown);
}
