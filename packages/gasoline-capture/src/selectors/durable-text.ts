/**
 * Tells text that belongs to the page from text that is data: numbers, prices, dates, addresses, counts.
 *
 * `Cart (3)` is `Cart` with a number that will be another one tomorrow. Playwright is content with a part of a name, so the
 * part that stays is what to look for.
 */

import { append, execute, slice } from '../primordials.ts';

/** Words that are data by themselves. */
const DATA = [
  // Numbers, prices, percentages, dates, times, versions, order numbers, counts in parentheses.
  /\d/,
  /^[-+]?[$€£¥₹₽]/,
  // Mail addresses, accounts, addresses of pages.
  /@|:\/\/|^www\./,
  // What moves with the calendar.
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?$/i,
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?),?$/i,
  /^(?:yesterday|today|tomorrow|ago|noon|midnight|[ap]\.?m\.?)[,.]?$/i,
  // Names of files.
  /^[\w-]+\.(?:png|jpe?g|gif|svg|pdf|csv|xlsx?|docx?|txt|zip|mp[34])$/i,
];

/** A part shorter than this says too little to be looked for. */
const MIN_CHARACTERS = 3;

const LETTER = /\p{L}/u;

/** What of a text stays. */
export interface DurableText {
  /** The longest run of words that are no data; empty if there is none worth looking for. */
  readonly part: string;
  /** Whether the text is nothing but that part. */
  readonly isWhole: boolean;
}

/** The part of a normalised text that is no data. */
export function durablePartOf(text: string): DurableText {
  const words = wordsOf(text);
  let part = '';
  let run = '';
  let isWhole = true;
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index];
    if (word !== undefined && !isData(word)) {
      run += run === '' ? word : ` ${word}`;
      continue;
    }
    if (word !== undefined) isWhole = false;
    const glued = execute(BEFORE_NUMBER, word ?? '')?.[1] ?? '';
    const trimmed = withoutEdges(glued === '' || run === '' ? `${run}${glued}` : `${run} ${glued}`);
    if (trimmed.length > part.length) part = trimmed;
    run = execute(AFTER_NUMBER, word ?? '')?.[1] ?? '';
  }
  if (isWhole) return { part: text, isWhole: execute(LETTER, text) !== null };
  return { part: part.length < MIN_CHARACTERS ? '' : part, isWhole };
}

/** Words that run into a number: `Notifications5`, `カート（3）`. */
const BEFORE_NUMBER = /^(\p{Lu}\p{Ll}{3,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,})[（(]?\d+[）)]?$/u;

/** Words that a number runs into, where no space stands between words: `1200円を支払う`. */
const AFTER_NUMBER = /^[\d.,]+([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,})$/;

function isData(word: string): boolean {
  for (let index = 0; index < DATA.length; index += 1) {
    const pattern = DATA[index];
    if (pattern !== undefined && execute(pattern, word) !== null) return true;
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    if (index < text.length && text[index] !== ' ') continue;
    if (index > start) append(words, slice(text, start, index));
    start = index + 1;
  }
  return words;
}

/** Opening and closing marks belong to what stood between them and the data. */
const EDGES = /^[\s([{:,;·•|–—/#-]*(.*?)[\s([{:,;·•|–—/#-]*$/;

function withoutEdges(run: string): string {
  return execute(EDGES, run)?.[1] ?? run;
}
