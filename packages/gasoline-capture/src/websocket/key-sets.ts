/**
 * Tells JSON messages of a new kind from more of the same, by their top-level keys.
 *
 * Bounded: a connection whose messages use data as keys would otherwise escape sampling for ever.
 */

import { createSet, isArray, objectKeys, parseJson, quote, sorted } from '../primordials.ts';

/** Longer messages are not parsed: it would cost more than a message may. */
const MAX_PARSED_CHARACTERS = 4096;

/** Kinds told apart on one connection and direction; beyond these none is new. */
const MAX_KEY_SETS = 50;

/** Whether a message has keys that none before it had. */
export type HasNewKeys = (message: string) => boolean;

/** Knows no message yet. */
export function createKeySets(): HasNewKeys {
  const known = createSet<string>();
  let last: readonly string[] | undefined;
  return (message) => {
    if (message[0] !== '{' || message.length > MAX_PARSED_CHARACTERS || known.size() >= MAX_KEY_SETS)
      return false;
    const object = parsedObject(message);
    if (object === undefined) return false;
    const keys = objectKeys(object);
    if (last !== undefined && areEqual(keys, last)) return false;
    last = keys;
    const text = inOneText(sorted(objectKeys(object)));
    if (known.has(text)) return false;
    known.add(text);
    return true;
  };
}

/** The message; undefined where it is no JSON object. */
function parsedObject(message: string): object | undefined {
  try {
    const value = parseJson(message);
    return typeof value !== 'object' || value === null || isArray(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Most messages have the keys of the one before them, in the same order: no need to sort. */
function areEqual(keys: readonly string[], others: readonly string[]): boolean {
  if (keys.length !== others.length) return false;
  for (let index = 0; index < keys.length; index += 1) if (keys[index] !== others[index]) return false;
  return true;
}

function inOneText(keys: readonly string[]): string {
  let text = '';
  for (let index = 0; index < keys.length; index += 1) text += quote(keys[index] ?? '');
  return text;
}
