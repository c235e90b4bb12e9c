/**
 * Text that came from a page or from its files, made fit for one line of an answer.
 *
 * Names in maps may hold anything. They stay what they say, but lose what a terminal or a reader could be deceived by:
 * control characters, invisible ones and those that turn the direction of writing.
 */

const DECEPTIVE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const DECEPTIVE_BUT_TAB = /[\p{Cf}\u2028\u2029\0-\u0008\u000a-\u001f\u007f-\u009f]/gu;

/** A name: no control characters, bounded. */
export function cleanName(text: string, limit: number): string {
  return bounded(text.slice(0, limit * 4).replace(DECEPTIVE, ''), limit);
}

/** A line of source, tabs kept. */
export function cleanLine(text: string): string {
  return text.replace(DECEPTIVE_BUT_TAB, '');
}

/** The start of a text, with a mark where it was cut. */
export function bounded(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
