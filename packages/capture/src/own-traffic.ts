/** Tells requests to our own server from those of the page. */

import { indexOf } from './primordials.ts';
import type { Settings } from './settings.ts';

/** Whether an address leads to our server. */
export function isOwnTraffic(url: string, { ownServer }: Settings): boolean {
  return ownServer !== undefined && indexOf(url, `${ownServer}/`) === 0;
}
