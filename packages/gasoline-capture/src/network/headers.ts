/**
 * Headers of requests and responses, by lower-case name, sensitive values replaced before they leave the page.
 *
 * Reads every form in which a page may hand them to `fetch` without running page code.
 */

import { ownData } from '../own-data.ts';
import type { Platform } from '../platform.ts';
import {
  bareRecord,
  execute,
  indexOf,
  isArray,
  lowerCase,
  min,
  objectKeys,
  objectTag,
  slice,
  walkMap,
} from '../primordials.ts';
import { REDACTED_HEADER } from '../redacted.ts';
import { truncate } from '../truncate.ts';

/** The server has the same rule; `fixtures/sensitive-headers.json` holds both to it. */
const SENSITIVE = /^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|key|password/;

const MAX_HEADERS = 100;
const MAX_VALUE_CHARACTERS = 1024;

/** Headers as the wire wants them. Inherits nothing, so that any name is only a name. */
export type HeaderValues = Readonly<Record<string, string>>;

/** Collects headers one at a time. */
export class HeaderCollector {
  readonly values: Record<string, string> = bareRecord();
  #count = 0;

  /** Names and values that are no strings are converted as the browser does, objects left out. */
  add(name: unknown, value: unknown): void {
    if (typeof name !== 'string' || !isPlain(value) || this.#count >= MAX_HEADERS) return;
    this.#count += 1;
    const key = lowerCase(name);
    const before = this.values[key];
    const shown =
      execute(SENSITIVE, key) === null ? truncate(`${value}`, MAX_VALUE_CHARACTERS) : REDACTED_HEADER;
    this.values[key] = before === undefined || shown === REDACTED_HEADER ? shown : `${before}, ${shown}`;
  }
}

/** Headers that were read outside of a page. */
export function sanitisedHeaders(headers: readonly (readonly [name: string, value: string])[]): HeaderValues {
  const collector = new HeaderCollector();
  for (const [name, value] of headers) collector.add(name, value);
  return collector.values;
}

/** Whether a request would identify itself by header. */
export function hasAuthorization(headers: HeaderValues): boolean {
  return headers['authorization'] !== undefined;
}

/** Reads the headers a page gives to `fetch`: `Headers`, pairs, a map or a plain object. */
export function headerReader(platform: Platform): (init: unknown) => HeaderCollector {
  const forEach = platform.method('Headers', 'forEach');
  return (init) => {
    const headers = new HeaderCollector();
    if (typeof init !== 'object' || init === null) return headers;
    // Asked first because a refusal by the brand check costs more than all the rest.
    if (objectTag(init) !== '[object Headers]') addPlain(headers, init);
    else
      forEach(init, (value: unknown, name: unknown) => {
        headers.add(name, value);
      });
    return headers;
  };
}

/** Headers as `getAllResponseHeaders` gives them, one a line. */
export function parseHeaders(text: string): HeaderValues {
  const headers = new HeaderCollector();
  for (let start = 0; start < text.length;) {
    const next = indexOf(text, '\r\n', start);
    const end = next < 0 ? text.length : next;
    const line = slice(text, start, end);
    const colon = indexOf(line, ': ');
    if (colon > 0) headers.add(slice(line, 0, colon), slice(line, colon + 2));
    start = end + 2;
  }
  return headers.values;
}

function addPlain(headers: HeaderCollector, init: object): void {
  if (isArray(init)) addPairs(headers, init);
  else if (objectTag(init) === '[object Map]') addMap(headers, init);
  else addMembers(headers, init);
}

function addPairs(headers: HeaderCollector, list: object): void {
  const length = ownData(list, 'length');
  const shown = min(typeof length === 'number' ? length : 0, MAX_HEADERS);
  for (let index = 0; index < shown; index += 1) addPair(headers, ownData(list, `${index}`));
}

function addPair(headers: HeaderCollector, pair: unknown): void {
  if (isArray(pair)) headers.add(ownData(pair, '0'), ownData(pair, '1'));
}

function addMap(headers: HeaderCollector, map: object): void {
  const next = walkMap(map);
  for (let step = next(); step.done !== true; step = next()) addPair(headers, step.value);
}

function addMembers(headers: HeaderCollector, init: object): void {
  const names = objectKeys(init);
  const shown = min(names.length, MAX_HEADERS);
  for (let index = 0; index < shown; index += 1) {
    const name = names[index] ?? '';
    headers.add(name, ownData(init, name));
  }
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
