/**
 * How Playwright compares texts: white space counts as one space, case does not count, a part is enough.
 *
 * Where the question is whether another element could answer too, spacing is ignored altogether. The same words may stand
 * with or without a space between them, depending on styles that would take too long to look up.
 */

import { characterCodeAt, execute, indexOf, lowerCase, slice, upperCase } from '../primordials.ts';

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
  const [start, end] = rarestWord(wanted);
  if (end === start) return 0;
  const rare = slice(wanted, start, end);
  let count = 0;
  let at = indexOf(lowerCaseText, rare);
  while (at >= 0 && count < most) {
    if (
      agrees(lowerCaseText, at + rare.length, wanted, end, 1) &&
      agrees(lowerCaseText, at - 1, wanted, start - 1, -1)
    )
      count += 1;
    at = indexOf(lowerCaseText, rare, at + 1);
  }
  return count;
}

const DIGIT = /\d/;

/** Where the word stands that a page repeats least: one with a number, else the longest. */
function rarestWord(wanted: string): readonly [start: number, end: number] {
  let best: readonly [start: number, end: number] = [0, 0];
  let most = 0;
  for (let start = 0; start < wanted.length;) {
    const space = indexOf(wanted, ' ', start);
    const end = space < 0 ? wanted.length : space;
    const length = end - start;
    const weight = length > 0 && execute(DIGIT, slice(wanted, start, end)) !== null ? length * 10 : length;
    if (weight > most) {
      most = weight;
      best = [start, end];
    }
    start = end + 1;
  }
  return best;
}

/** Whether `text` goes on from one place as `wanted` does from another, forwards or backwards, spaces aside. */
function agrees(text: string, textStart: number, wanted: string, wantedStart: number, step: 1 | -1): boolean {
  let at = textStart;
  for (let index = wantedStart; index >= 0 && index < wanted.length; index += step) {
    const code = characterCodeAt(wanted, index);
    if (isWhite(code)) continue;
    while (at >= 0 && at < text.length && isSpacing(characterCodeAt(text, at))) at += step;
    if (at < 0 || at >= text.length || characterCodeAt(text, at) !== code) return false;
    at += step;
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
