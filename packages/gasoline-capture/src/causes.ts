/** What an error says caused it, as it stands below a stack: `Caused by: TypeError: no basket`. */

import { errorLine, readAsError } from './error-text.ts';
import { ownData } from './own-data.ts';
import { createSet, indexOf, isArray } from './primordials.ts';
import { truncate } from './truncate.ts';

/** Causes of causes. */
const MAX_DEPTH = 5;

/** Of one error, all told. */
const MAX_CAUSES = 10;

/** Ten frames of ordinary URLs. */
const MAX_CAUSE_CHARACTERS = 3000;

/** The causes, each beginning a line, with their stacks; empty where there are none. `describe` tells of what is no error. */
export function causesOf(thrown: unknown, describe: (value: unknown) => string): string {
  // An error may be its own cause.
  const seen = createSet<unknown>();
  seen.add(thrown);
  let remaining = MAX_CAUSES;
  let text = '';
  const tell = (label: string, value: unknown, depth: number): void => {
    if (value === undefined || remaining === 0 || seen.has(value)) return;
    seen.add(value);
    remaining -= 1;
    text += `\n${label}: ${truncate(textOf(value, describe), MAX_CAUSE_CHARACTERS)}`;
    follow(value, depth + 1);
  };
  const follow = (error: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || typeof error !== 'object' || error === null) return;
    tell('Caused by', ownData(error, 'cause'), depth);
    const errors = ownData(error, 'errors');
    if (!isArray(errors)) return;
    for (let index = 0; index < errors.length && remaining > 0; index += 1)
      tell(`Error ${index + 1} of ${errors.length}`, ownData(errors, `${index}`), depth);
  };
  try {
    follow(thrown, 1);
  } catch {
    // A proxy whose traps throw.
  }
  return text;
}

/** Firefox and Safari leave the error's name and message out of its stack. */
function textOf(value: unknown, describe: (value: unknown) => string): string {
  const error = readAsError(value);
  if (error === undefined) return describe(value);
  const line = errorLine(error, MAX_CAUSE_CHARACTERS);
  const { stack = line } = error;
  return indexOf(stack, line) === 0 ? stack : `${line}\n${stack}`;
}
