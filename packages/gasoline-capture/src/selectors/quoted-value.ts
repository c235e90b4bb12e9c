/** Values of attributes as they stand in a selector. */

import { characterAt, characterCodeAt } from '../primordials.ts';

const MAX_CHARACTERS = 200;

/** A value in quotes; undefined for what no selector should contain: control characters, or a text without end. */
export function quotedValue(value: string): string | undefined {
  if (value === '' || value.length > MAX_CHARACTERS) return undefined;
  let quoted = '"';
  for (let index = 0; index < value.length; index += 1) {
    const character = characterAt(value, index);
    if (characterCodeAt(value, index) < 32) return undefined;
    quoted += character === '"' || character === '\\' ? `\\${character}` : character;
  }
  return `${quoted}"`;
}
