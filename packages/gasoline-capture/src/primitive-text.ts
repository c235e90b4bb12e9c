/** Primitive values and functions as JSON text; what JSON lacks becomes a string in brackets. */

import { encodeString } from './json.ts';
import { ownData } from './own-data.ts';
import { bigintText, isFiniteNumber, symbolText } from './primordials.ts';
import { truncate } from './truncate.ts';

/** One string. */
export const MAX_STRING_CHARACTERS = 10_240;

/** Printing a number of a million digits takes seconds. */
const LARGEST_PRINTED_BIGINT = 10n ** 100n;

/** The JSON text of anything but an object; null for an object. */
export function primitiveText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return boundedString(value);
    case 'number':
      return isFiniteNumber(value) ? `${value}` : `"[${value}]"`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return isPrintable(value) ? `"${bigintText(value)}n"` : '"[BigInt]"';
    case 'symbol':
      return boundedString(`[${symbolText(value)}]`);
    case 'function':
      return functionText(value);
    case 'undefined':
      return '"[undefined]"';
    default:
      return 'null';
  }
}

function isPrintable(value: bigint): boolean {
  return value < LARGEST_PRINTED_BIGINT && value > -LARGEST_PRINTED_BIGINT;
}

function functionText(value: object): string {
  try {
    const name = ownData(value, 'name');
    const label = typeof name === 'string' && name !== '' ? `Function: ${name}` : 'Function';
    return boundedString(`[${label}]`);
  } catch {
    return '"[Function]"';
  }
}

function boundedString(text: string): string {
  return encodeString(truncate(text, MAX_STRING_CHARACTERS));
}
