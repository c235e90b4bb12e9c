/**
 * Whether a link's address speaks for its text.
 *
 * `Courses` that leads to `/courses` will be called so tomorrow. `Okada` that leads to `/account` is perhaps who is signed
 * in today, and then the address is the better way to find the link.
 */

import type { Dom } from '../dom.ts';
import { execute, indexOf, lowerCase } from '../primordials.ts';

import { originOfId } from './generated-id.ts';
import type { IdOrigin } from './generated-id.ts';

/** A path within the site that names something. */
const NAMED_PATH = /^\/?[#?]?\/?[a-z]/i;

/** As much of a word as its forms have in common. */
const STEM = /\p{L}{3,5}/gu;

/** Hex in what follows a `#`: the key of a record, or of a session. */
const HEX_AFTER_HASH = /#(?:.*[^\da-z])?(?=[a-f]*\d)[\da-f]{4,}(?![\da-z])/i;

/** Where an address seems to come from. */
export function originOfAddress(address: string): IdOrigin {
  return execute(HEX_AFTER_HASH, address) === null ? originOfId(address) : 'generated';
}

/** True where nothing can be told: no link, no path, a path of keys. */
export function isTextOfAddress(element: Element, text: string, dom: Dom): boolean {
  const address = dom.attribute(element, 'href');
  if (address === null || execute(NAMED_PATH, address) === null) return true;
  if (indexOf(address, ':') >= 0 || originOfAddress(address) !== 'written') return true;
  const path = lowerCase(address);
  const words = lowerCase(text);
  STEM.lastIndex = 0;
  for (let match = execute(STEM, words); match !== null; match = execute(STEM, words)) {
    if (indexOf(path, match[0]) >= 0) return true;
  }
  return false;
}
