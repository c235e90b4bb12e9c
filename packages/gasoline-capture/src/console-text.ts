/**
 * The one line a console call prints: arguments joined by spaces, after the format directives of the first.
 *
 * As https://console.spec.whatwg.org/#formatter, except that an object given to `%s` or `%d` is not converted by its
 * own methods: that would run page code a second time.
 */

import { errorLine, readAsError } from './error-text.ts';
import { characterAt, indexOf, min, parseFloat, parseInt, slice } from './primordials.ts';
import { MAX_ITEMS } from './serialize.ts';
import { truncate } from './truncate.ts';

/** Beyond this a line no longer helps; the arguments are kept beside it. */
const MAX_MESSAGE_CHARACTERS = 10_240;

/** The line for `args`; `texts` holds the same values as JSON, perhaps fewer of them and a note. */
export function consoleText(args: readonly unknown[], texts: readonly string[]): string {
  const format = args[0];
  let used = 0;
  let line = '';
  let length = 0;
  // Cut once, at the end: a part that was cut before would no longer tell how long it was.
  const add = (part: string): void => {
    length += part.length;
    if (line.length <= MAX_MESSAGE_CHARACTERS) line += slice(part, 0, MAX_MESSAGE_CHARACTERS);
  };
  if (typeof format === 'string' && args.length > 1 && indexOf(format, '%') >= 0) {
    used = expand(slice(format, 0, MAX_MESSAGE_CHARACTERS), args, texts, add);
    add(slice(format, MAX_MESSAGE_CHARACTERS));
  }
  for (let index = used; index < texts.length; index += 1) {
    if (index > 0) add(' ');
    const text = texts[index] ?? '';
    add(index < MAX_ITEMS ? display(args[index], text) : unquoted(text));
  }
  return truncate(line, MAX_MESSAGE_CHARACTERS, length);
}

/** Adds the format with its directives replaced; answers how many arguments that took. */
function expand(
  format: string,
  args: readonly unknown[],
  texts: readonly string[],
  add: (part: string) => void,
): number {
  let used = 1;
  let start = 0;
  for (let at = indexOf(format, '%'); at >= 0; at = indexOf(format, '%', start)) {
    const directive = characterAt(format, at + 1);
    add(slice(format, start, at));
    start = at + 2;
    if (directive === '%') add('%');
    else if (used < min(args.length, MAX_ITEMS) && isDirective(directive)) {
      add(convert(directive, args[used], texts[used]));
      used += 1;
    } else add(`%${directive}`);
  }
  add(slice(format, start));
  return used;
}

function isDirective(letter: string): boolean {
  return letter !== '' && indexOf('sdifoOc', letter) >= 0;
}

function convert(directive: string, value: unknown, text: string | undefined): string {
  switch (directive) {
    // Styling for people; it prints nothing.
    case 'c':
      return '';
    case 'd':
    case 'i':
      return typeof value === 'bigint' ? display(value, text) : `${numberOf(value, parseInt)}`;
    case 'f':
      return `${numberOf(value, parseFloat)}`;
    default:
      return display(value, text);
  }
}

function numberOf(value: unknown, parse: (text: string) => number): number {
  return typeof value === 'string' || typeof value === 'number' ? parse(`${value}`) : NaN;
}

/** A value as the console shows it within a line. */
function display(value: unknown, text = ''): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'undefined':
      return `${value}`;
    case 'object':
      return displayObject(value, text);
    default:
      return unquoted(text);
  }
}

function unquoted(text: string): string {
  return indexOf(text, '"') === 0 ? slice(text, 1, -1) : text;
}

/** Errors by what they say; their stack is among the arguments. */
function displayObject(value: object | null, text: string): string {
  const error = readAsError(value);
  return error === undefined ? text : errorLine(error, Infinity);
}
