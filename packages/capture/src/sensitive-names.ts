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
 * Names are sensitive when, in lower case without separators, they end in one of these; digits may follow. Each line
 * begins with what its names have in common however they are written, so that a text without it need not be searched.
 */
export const SENSITIVE_ENDINGS: readonly (readonly [hint: string, endings: string])[] = [
  [
    'pass',
    'password|passwd|passphrase|passcode|passwordconfirm|passwordconfirmation|passwordagain|passwordrepeat',
  ],
  ['pwd', 'pwd'],
  ['secret', 'secret'],
  ['token', 'token'],
  ['jwt', 'jwt'],
  ['auth', 'authorization|authcode'],
  ['key', 'apikey|accesskey|privatekey|secretkey'],
  ['card', 'cardnumber|cardno|creditcard'],
  ['cc', 'ccnumber|ccnum|cccsc'],
  ['cv', 'cvc|cvv|cvn'],
  ['csc', 'csc'],
  ['security', 'securitycode|securityanswer|socialsecurity|socialsecuritynumber'],
  ['ssn', 'ssn'],
  ['otp', 'otp|otpcode|totp'],
  ['mfa', 'mfacode'],
  ['one.?time', 'onetimecode|onetimepassword'],
  ['verification', 'verificationcode'],
  ['credential', 'credential|credentials'],
  ['iban', 'iban'],
  ['account.?n', 'accountnumber'],
  ['routing', 'routingnumber'],
  // What follows the name in JSON or a form: as a part of other words it is everywhere.
  ['pin\\d*[\\]"=%]', ''],
];

const SENSITIVE_ENDING = new RegExp(
  `(?:${SENSITIVE_ENDINGS.flatMap(([, endings]) => endings || []).join('|')})\\d*$`,
);

/** Stands in every text that names a field `isSensitiveName` knows. */
export const SENSITIVE_HINT = new RegExp(SENSITIVE_ENDINGS.map(([hint]) => hint).join('|'), 'i');

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
