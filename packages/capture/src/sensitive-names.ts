/** Names of fields whose content nobody else should see. */

import { execute, lowerCase, slice } from './primordials.ts';

/** Parts that say it wherever they stand: `userPassword`, `api_key`, `cardNumber`. */
const SENSITIVE_PART =
  /passw|passphrase|passcode|secret|token|credential|api.?key|private.?key|card.?(?:number|num|no|nr)|cc.?(?:number|num|csc|cvc|cvv|exp)|credit.?card|debit.?card|security.?(?:code|answer)|social.?security|one.?time.?(?:code|pass)|auth.?code|verification.?code|iban|account.?number|routing.?number/;

/** Short words that say it only where they stand alone: `pin`, not `pinned`. */
const SENSITIVE_WORD = /(?:^|[^a-z])(?:pwd|pass|pin|cvc2?|cvv2?|csc|ssn|otp|totp|mfa|jwt)(?:[^a-z]|$)/;

/** Longer texts are no names. */
const MAX_CHARACTERS = 200;

/** Where a word begins inside a camel-cased one. */
const CAMEL = /^([\s\S]*?[a-z0-9])([A-Z][\s\S]*)$/;

/** Whether a field called `name` holds something secret. */
export function isSensitiveName(name: string): boolean {
  const words = lowerCase(separated(slice(name, 0, MAX_CHARACTERS)));
  return execute(SENSITIVE_PART, words) !== null || execute(SENSITIVE_WORD, words) !== null;
}

/** `userPin` as `user Pin`. */
function separated(name: string): string {
  let text = '';
  let rest = name;
  for (let match = execute(CAMEL, rest); match !== null; match = execute(CAMEL, rest)) {
    text += `${match[1] ?? ''} `;
    rest = match[2] ?? '';
  }
  return `${text}${rest}`;
}
