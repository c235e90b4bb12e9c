/** Which names of a program a message mentions. */

import { append, bareRecord, execute, indexOf, lowerCase } from '../primordials.ts';

import { each, first } from './list.ts';

/** Whether a name, or a word of it, stands in the message. */
export type IsMentioned = (name: string) => boolean;

/** Words of names: `cartItems` has two, `HTTPError` as well. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

const MAX_WORDS = 200;
const SHORTEST_WORD = 3;

/** What engines say in every message, and which is therefore about nothing in particular. */
const COMMON =
  ' cannot read reading set setting properties property undefined null not function object error type is ';

/** The test for one message. */
export function mentionTest(message: string): IsMentioned {
  const mentioned = bareRecord<true>();
  each(wordsOf(message), (word) => {
    mentioned[word] = true;
  });
  return (name) => first(wordsOf(name), (word) => mentioned[word]) === true;
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  WORD.lastIndex = 0;
  for (
    let match = execute(WORD, text);
    match !== null && words.length < MAX_WORDS;
    match = execute(WORD, text)
  ) {
    const word = lowerCase(match[0]);
    if (word.length >= SHORTEST_WORD && indexOf(COMMON, ` ${word} `) < 0) append(words, word);
  }
  return words;
}
