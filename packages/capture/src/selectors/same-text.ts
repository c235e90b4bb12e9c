/**
 * How Playwright compares texts: white space counts as one space, case does not count, a part is enough.
 *
 * Where the question is whether another element could answer too, spacing is ignored altogether. The same words may stand
 * with or without a space between them, depending on styles that would take too long to look up.
 */

import { characterCodeAt, indexOf, lowerCase, slice, upperCase } from '../primordials.ts';

/** Text as Playwright sees it; at most `limit` characters, one more means that there is more. */
export function normalised(text: string, limit: number): string {
  let result = '';
  let gap = false;
  for (let index = 0; index < text.length && result.length <= limit; index += 1) {
    const code = characterCodeAt(text, index);
    if (isInvisible(code)) continue;
    if (isWhite(code)) {
      gap = result !== '';
      continue;
    }
    if (gap) result += ' ';
    gap = false;
    result += slice(text, index, index + 1);
  }
  return slice(result, 0, limit + 1);
}

/** Whether two texts differ in spacing at most. */
export function isSameButForSpaces(one: string, other: string): boolean {
  return one === other || withoutSpaces(one) === withoutSpaces(other);
}

/** Whether a text contains normalised words, in any case and spacing. */
export function contains(text: string, words: string): boolean {
  // Names are compared in upper case, other texts in lower case: what is the same in either, is the same.
  return text !== '' && countIn(lowerCase(upperCase(text)), upperCase(words), 1) === 1;
}

/** How often a text in lower case contains normalised words, in any spacing; counts no further than `most`. */
export function countIn(lowerCaseText: string, words: string, most: number): number {
  const wanted = lowerCase(words);
  const space = indexOf(wanted, ' ');
  const first = space < 0 ? wanted : slice(wanted, 0, space);
  if (first === '') return 0;
  let count = 0;
  let at = indexOf(lowerCaseText, first);
  while (at >= 0 && count < most) {
    if (space < 0 || continues(lowerCaseText, at + first.length, wanted, space)) count += 1;
    at = indexOf(lowerCaseText, first, at + 1);
  }
  return count;
}

/** Whether `text` goes on from one place as `wanted` does from another, spaces aside. */
function continues(text: string, textStart: number, wanted: string, wantedStart: number): boolean {
  let at = textStart;
  for (let index = wantedStart; index < wanted.length; index += 1) {
    const code = characterCodeAt(wanted, index);
    if (isWhite(code)) continue;
    while (at < text.length && isSpacing(characterCodeAt(text, at))) at += 1;
    if (at >= text.length || characterCodeAt(text, at) !== code) return false;
    at += 1;
  }
  return true;
}

function withoutSpaces(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    if (!isSpacing(characterCodeAt(text, index))) result += slice(text, index, index + 1);
  }
  return result;
}

function isSpacing(code: number): boolean {
  return isWhite(code) || isInvisible(code);
}

/** Zero width space and soft hyphen: Playwright takes them out. */
function isInvisible(code: number): boolean {
  return code === 0x200b || code === 0xad;
}

/** What `\s` matches. */
function isWhite(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0x1680) return code === 0xa0;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x1680 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
