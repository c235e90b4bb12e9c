/** Why something could not be shown, in words a person can act on. */

import { bounded, cleanName } from './clean.ts';
import { LIMITS } from './limits.ts';

const ADDRESS_CHARACTERS = 160;

/** An expected failure; its message is the reason. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** The reason, whatever was thrown. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Unavailable ? error.message : `source maps: ${String(error)}`;
  return cleanName(text, LIMITS.reasonCharacters);
}

/** An address as it stands in a reason: without its query and its secrets, bounded; the end is what tells files apart. */
export function addressText(url: string): string {
  if (url.startsWith('data:')) return 'the inline map';
  const address = cleanName(url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1'), 2000);
  if (address.length <= ADDRESS_CHARACTERS) return bounded(address, ADDRESS_CHARACTERS);
  return `${address.slice(0, 60)}…${address.slice(-(ADDRESS_CHARACTERS - 61))}`;
}
