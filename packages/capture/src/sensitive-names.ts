/**
 * Names of fields whose value is a secret whatever it looks like: form fields, JSON members, `autocomplete` words.
 *
 * The server has its own, final list; this one keeps the plainest secrets from leaving the page at all.
 */

import { bareRecord, execute, lowerCase } from './primordials.ts';

/** Longer names are data used as keys. */
const LONGEST_NAME = 64;

/** What stands between the words of a name: `card_number`, `user[password]`, `payment.cvc`. */
const SEPARATORS = '_-.[] :$';

/**
 * Names are sensitive when, in lower case without separators, they end in one of these; digits may follow. What stands
 * outside of the groups is in such a name however it is written, so a text without any of it need not be searched.
 */
export const SENSITIVE_ENDINGS =
  'pass(?:word|wd|phrase|code|wordconfirm|wordconfirmation|wordagain|wordrepeat)|pwd|secret|token|jwt|' +
  'auth(?:orization|code)|(?:api|access|private|secret)key|card(?:number|no)|(?:credit)card|cc(?:number|num)|' +
  'cv(?:c|v|n)|csc|security(?:code|answer)|(?:social)security(?:number|)|ssn|otp(?:code|)|mfa(?:code)|' +
  'one.?time(?:code|password)|verification(?:code)|credential(?:s|)|iban|account.?n(?:umber)|routing(?:number)';

const SENSITIVE_ENDING = new RegExp(`(?:${SENSITIVE_ENDINGS})\\d*$`);

/** Short words that end too many others (`spin`, `compass`) say it only where they stand alone or as `userPin` or `user[pin]`. */
const SENSITIVE_WORD = /(?:^|[^A-Za-z])(?:pin|PIN|pass)\d*\W?$|(?:^|[^A-Z])(?:Pin|Pass)\d*\W?$/;

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
  const isSensitive =
    execute(SENSITIVE_ENDING, folded(name)) !== null || execute(SENSITIVE_WORD, name) !== null;
  if (judgedCount < MAX_JUDGED) {
    judgedCount += 1;
    judged[name] = isSensitive;
  }
  return isSensitive;
}

function folded(name: string): string {
  let text = '';
  for (let index = 0; index < name.length; index += 1) {
    const character = name[index] ?? '';
    if (!isSeparator(character)) text += character;
  }
  return lowerCase(text);
}

function isSeparator(character: string): boolean {
  for (let index = 0; index < SEPARATORS.length; index += 1) {
    if (SEPARATORS[index] === character) return true;
  }
  return false;
}
