/** Reads an assignment to `document.cookie`: `theme=dark; Path=/; Max-Age=3600`. */

import type { CookieAttributes } from 'gasoline-wire';

import { hasOwn, indexOf, lowerCase, slice, trim } from './primordials.ts';

/** One cookie as the page wrote it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly attributes: CookieAttributes;
}

const MAX_ATTRIBUTE_CHARACTERS = 200;

/** Several times what there is; a page may hand over millions, and the browser refuses such a cookie at a glance. */
const MAX_ATTRIBUTES = 30;

/** The attributes that carry a value, by the name they have on the wire. */
const NAMES: Readonly<Record<string, Exclude<keyof CookieAttributes, 'secure'> | undefined>> = {
  domain: 'domain',
  path: 'path',
  expires: 'expires',
  'max-age': 'maxAge',
  samesite: 'sameSite',
};

/** The cookie and its attributes; as in browsers, what has no `=` is a value without a name. */
export function readCookie(text: string): Cookie {
  const attributes: CookieAttributes = { secure: false };
  const [pair, rest] = cut(text, ';');
  for (let remaining = rest, count = 0; remaining !== undefined && count < MAX_ATTRIBUTES; count += 1) {
    const [part, further] = cut(remaining, ';');
    remaining = further;
    const [name, value = ''] = cut(part, '=');
    addAttribute(attributes, lowerCase(trim(name)), slice(trim(value), 0, MAX_ATTRIBUTE_CHARACTERS));
  }
  const [name, value] = cut(pair, '=');
  return value === undefined
    ? { name: '', value: trim(name), attributes }
    : { name: trim(name), value: trim(value), attributes };
}

function addAttribute(attributes: CookieAttributes, name: string, value: string): void {
  if (name === 'secure') attributes.secure = true;
  const known = hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (known !== undefined) attributes[known] = value;
}

/** What stands before and after the first `mark`; undefined where there is none. */
function cut(text: string, mark: string): [before: string, after: string | undefined] {
  const at = indexOf(text, mark);
  return at < 0 ? [text, undefined] : [slice(text, 0, at), slice(text, at + 1)];
}
