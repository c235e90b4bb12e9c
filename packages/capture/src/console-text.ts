/**
 * The one line a console call prints: arguments joined by spaces, after the format directives of the first.
 *
 * As https://console.spec.whatwg.org/#formatter, except that an object given to `%s` or `%d` is not converted by its
 * own methods: that would run page code a second time.
 */

import { errorLine, readAsError } from './error-text.ts';
import { characterAt, indexOf, parseFloat, parseInt, slice } from './primordials.ts';
import { truncate } from './truncate.ts';

/** Beyond this a line no longer helps; the arguments are kept beside it. */
const MAX_MESSAGE_CHARACTERS = 10_240;

/** The line for `args`; `texts` holds the same values as JSON, perhaps fewer of them and a note. */
export function consoleText(args: readonly unknown[], texts: readonly string[]): string {
  const format = args[0];
  let used = 0;
  let line = '';
  if (typeof format === 'string' && args.length > 1 && indexOf(format, '%') >= 0) {
    ({ line, used } = expand(truncate(format, MAX_MESSAGE_CHARACTERS), args, texts));
  }
  for (let index = used; index < texts.length && line.length <= MAX_MESSAGE_CHARACTERS; index += 1) {
    line += `${index > 0 ? ' ' : ''}${display(args[index], texts[index])}`;
  }
  return truncate(line, MAX_MESSAGE_CHARACTERS);
}

function expand(
  format: string,
  args: readonly unknown[],
  texts: readonly string[],
): { line: string; used: number } {
  let line = '';
  let used = 1;
  let start = 0;
  for (let at = indexOf(format, '%'); at >= 0; at = indexOf(format, '%', start)) {
    const directive = characterAt(format, at + 1);
    line += slice(format, start, at);
    start = at + 2;
    if (directive === '%') line += '%';
    else if (used < args.length && isDirective(directive)) {
      line += convert(directive, args[used], texts[used]);
      used += 1;
    } else line += `%${directive}`;
  }
  return { line: line + slice(format, start), used };
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
      return truncate(value, MAX_MESSAGE_CHARACTERS);
    case 'number':
    case 'undefined':
      return `${value}`;
    case 'object':
      return displayObject(value, text);
    default:
      return indexOf(text, '"') === 0 ? slice(text, 1, -1) : text;
  }
}

/** Errors by what they say; their stack is among the arguments. */
function displayObject(value: object | null, text: string): string {
  const error = readAsError(value);
  return error === undefined ? text : errorLine(error, MAX_MESSAGE_CHARACTERS);
}
