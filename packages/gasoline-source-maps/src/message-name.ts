/**
 * Whether a message of the engine can have come from a place in a script.
 *
 * The engine names what it stumbled over, and its column is next to that name: at it, at the dot before it, or at the
 * assignment after it. Without the name there the script is not the one that ran.
 */

import type { Frame } from './frame.ts';
import type { Script } from './script.ts';

/** Messages that only the engine writes, with the name in them. */
const NAMED = [
  /^TypeError: Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '([\w$]+)'\)$/,
  /^TypeError: (?:.*\.)?([\w$]+) is not a function$/,
  /^TypeError: Cannot destructure property '([\w$]+)' of .+ as it is (?:undefined|null)\.$/,
  /^ReferenceError: ([\w$]+) is not defined$/,
  /^ReferenceError: Cannot access '([\w$]+)' before initialization$/,
];

/** How far from the column the name may stand: an expression in between may be long. */
const REACH = 60;

/** How far before the column a computed member may begin. */
const COMPUTED_REACH = 20;

/** False where the message names something that does not stand at the place of the frame. */
export function isNameAt(message: string, { line, column }: Frame, { text, lineStarts }: Script): boolean {
  const start = lineStarts[line - 1];
  const name = nameIn(message);
  if (name === undefined || text === '' || start === undefined) return true;
  const at = start + column - 1;
  const around = text.slice(Math.max(0, at - REACH), at + REACH + name.length);
  // Of a computed member, `row[key]`, the name does not stand in the text.
  return around.includes(name) || text.slice(Math.max(0, at - COMPUTED_REACH), at + 1).includes('[');
}

function nameIn(message: string): string | undefined {
  const [line = ''] = message.split('\n', 1);
  for (const pattern of NAMED) {
    const name = pattern.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}
