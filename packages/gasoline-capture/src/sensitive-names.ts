/**
 * Names of fields whose value is a secret whatever it looks like: form fields, JSON members, `autocomplete` words.
 *
 * A name is compared by its words, `cardNumberInput` as `card number input`. It is sensitive if it contains a word for a secret,
 * wherever that stands, unless the next or the last word makes it a measure of the secret, a kind of it or something about it:
 * `tokenCount`, `token_type`, `passwordResetRequired`. Several tokens are secrets only as `tokens` and `accessTokens`: of text
 * and language models they are a measure, too.
 *
 * The server has its own, final list, with the same rule; `fixtures/sensitive-names.json` holds both to it. This one keeps
 * the plainest secrets from leaving the page at all.
 */

import { bareRecord, execute, lowerCase } from './primordials.ts';

/** Longer names are data used as keys. */
const LONGEST_NAME = 64;

/** One word of a name: digits and whatever else is no letter stand between words. */
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/**
 * What secrets are called, by lower-case words that may be run together. What stands outside of the groups is in such a
 * name however it is written, but for the spaces, so a text without any of it need not be searched.
 */
export const SECRETS =
  'pass ?(?:word|wd|phrase|code)|pwd|secret|token|jwt|auth(?:orization| ?code)|(?:api|access|private|secret|encryption|subscription|account|signing|master|service|auth|shared) ?key|' +
  'connection.?s(?:tring)|' +
  'card ?(?:number|no)|(?:credit) ?card|cc ?(?:number|num)|cv(?:c|v|n)|csc|security ?(?:code|answer)|(?:social) ?security|' +
  'ssn|otp|mfa ?(?:code)|one.?time ?(?:code|password)|verification ?(?:code)|credential|iban|account.?n(?:umber)|' +
  'routing ?(?:number)';

/** Words after which it is not the secret itself that the field holds. */
const ABOUT =
  '(?:at|id|of|age|min|max|url|valid|(?:count|size|len|limit|amount|type|name|hint|polic|streng|label|err|stat|' +
  'reset|enabl|requir|chang|updat|expir|index|symbol|addr|colo|balanc|endpoint)[a-z]*)';

/** Short words that mean other things as well (`pinColor`, `passThrough`) say it only where they stand last. */
const SENSITIVE = new RegExp(
  `(?:${SECRETS})(?:code|number|input|field|value|confirm[a-z]*)?(?:(?<!token)s)?(?= |$)(?! ${ABOUT} |.* ${ABOUT}$)|` +
    '(?:^|access |refresh |auth )tokens$|(?:^| )(?:pin|pass)$',
);

/** What was found of names before: a list of a hundred items has the same few names a hundred times. */
const judged = bareRecord<boolean>();
let judgedCount = 0;

/** Remembered; pages that use data as names would otherwise fill the memory. */
const MAX_JUDGED = 500;

/** Whether a field of this name holds a secret: password, card number, CVC, SSN, one-time code, token, key. */
export function isSensitiveName(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  const known = judged[name];
  if (known !== undefined) return known;
  const isSensitive = execute(SENSITIVE, wordsOf(name)) !== null;
  if (judgedCount < MAX_JUDGED) {
    judgedCount += 1;
    judged[name] = isSensitive;
  }
  return isSensitive;
}

/** The words of a name in lower case, a space between them. */
function wordsOf(name: string): string {
  let words = '';
  for (let word = execute(WORD, name); word !== null; word = execute(WORD, name)) {
    words += `${words && ' '}${word[0]}`;
  }
  return lowerCase(words);
}
