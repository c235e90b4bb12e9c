/** Addresses that a policy of the page did not let it load: the violation tells more than the failure that follows. */

import { bareRecord } from './primordials.ts';

/** The blocked addresses of one window. */
export interface Blocked {
  note(url: string): void;
  has(url: string): boolean;
}

/** Of a page that tries without end the first are enough. */
const MAX_ADDRESSES = 200;

/** The blocked addresses of one window. */
export function createBlocked(): Blocked {
  const addresses = bareRecord<true>();
  let count = 0;
  return {
    note(url) {
      if (count < MAX_ADDRESSES && addresses[url] === undefined) count += 1;
      else if (count >= MAX_ADDRESSES) return;
      addresses[url] = true;
    },
    has: (url) => addresses[url] === true,
  };
}
