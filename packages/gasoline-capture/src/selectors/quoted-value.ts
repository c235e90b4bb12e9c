/** Values of attributes as they stand in a selector. */

import { characterAt, characterCodeAt, execute } from '../primordials.ts';

const MAX_CHARACTERS = 200;

/** Values of switches: many elements share them, and they change while the page is used. */
const SWITCH = /^(?:true|false)$/;

/** A value in quotes by which an element may be found; undefined for what no selector should contain, and for a switch. */
export function tellingValue(value: string): string | undefined {
  return execute(SWITCH, value) === null ? quotedValue(value) : undefined;
}

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
