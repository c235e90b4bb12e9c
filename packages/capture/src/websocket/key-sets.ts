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
  return (message) => {
    if (message[0] !== '{' || message.length > MAX_PARSED_CHARACTERS || known.size() >= MAX_KEY_SETS)
      return false;
    const keys = topLevelKeys(message);
    if (keys === undefined || known.has(keys)) return false;
    known.add(keys);
    return true;
  };
}

/** The sorted keys as one text; undefined where the message is no JSON object. */
function topLevelKeys(message: string): string | undefined {
  try {
    const value = parseJson(message);
    if (typeof value !== 'object' || value === null || isArray(value)) return undefined;
    const keys = sorted(objectKeys(value));
    let text = '';
    for (let index = 0; index < keys.length; index += 1) text += quote(keys[index] ?? '');
    return text;
  } catch {
    return undefined;
  }
}
