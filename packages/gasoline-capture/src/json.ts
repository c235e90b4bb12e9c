/**
 * Entries as JSON text.
 *
 * Written by hand because `JSON.stringify` asks every object for `toJSON`, which a page may have put on
 * `Object.prototype`. Values that came from the page arrive here already as text, see `serialize.ts`.
 */

import type { JsonValue } from 'gasoline-wire';

import {
  bareRecord,
  characterCodeAt,
  isArray,
  isFiniteNumber,
  objectKeys,
  quote,
  wellFormed,
} from './primordials.ts';

/** JSON text standing for a value of type `Value`; it goes into an entry as it is. */
export class JsonText<Value> {
  /** Never present; ties the text to what it means. */
  declare readonly meaning: Value;

  constructor(readonly text: string) {}
}

/** An event whose fields may be given as values or as text, and optional ones as undefined. */
export type Draft<Event> = {
  readonly [Field in keyof Event]:
    Event[Field] | JsonText<Event[Field]> | (object extends Pick<Event, Field> ? undefined : never);
};

/** What `encode` can write. */
export type Encodable = JsonValue | JsonText<unknown> | undefined | { readonly [field: string]: Encodable };

/** A string as JSON. Lone surrogates are legal in JavaScript but not in UTF-8, so they become U+FFFD. */
export function encodeString(text: string): string {
  return isPlain(text) ? `"${text}"` : quote(wellFormed(text));
}

/** Looking at a short text by its characters is quicker than two calls into the engine. */
const LONGEST_LOOKED_AT = 40;

/** Whether a text is short and means the same between quotes. */
function isPlain(text: string): boolean {
  if (text.length > LONGEST_LOOKED_AT) return false;
  for (let index = 0; index < text.length; index += 1) {
    const code = characterCodeAt(text, index);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
  }
  return true;
}

/** Any value of ours as JSON. */
export function encode(value: Encodable): string {
  if (typeof value === 'string') return encodeString(value);
  if (typeof value === 'number') return isFiniteNumber(value) ? `${value}` : 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === null || value === undefined) return 'null';
  if (value instanceof JsonText) return value.text;
  return isArray(value) ? encodeList(value) : `{${encodeFields(value)}}`;
}

/** The members of an object without its braces. Undefined members are left out. */
export function encodeFields(fields: Readonly<Record<string, Encodable>>): string {
  const names = objectKeys(fields);
  let text = '';
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = fields[name];
    if (value !== undefined) text += `${text && ','}${memberName(name)}:${encode(value)}`;
  }
  return text;
}

/** The names entries use again and again; headers and the page's own objects add theirs, which a page may invent. */
const memberNames = bareRecord<string>();
let knownNames = 0;
const MAX_KNOWN_NAMES = 500;
const LONGEST_KNOWN_NAME = 50;

/** A name as JSON, remembered if it is short: quoting is the dearest part of a small object. */
export function memberName(name: string): string {
  const known = memberNames[name];
  if (known !== undefined) return known;
  const text = encodeString(name);
  if (knownNames < MAX_KNOWN_NAMES && name.length <= LONGEST_KNOWN_NAME) {
    knownNames += 1;
    memberNames[name] = text;
  }
  return text;
}

function encodeList(list: readonly JsonValue[]): string {
  let text = '';
  for (let index = 0; index < list.length; index += 1) {
    text += `${index > 0 ? ',' : ''}${encode(list[index])}`;
  }
  return `[${text}]`;
}
