import { expect, it } from 'vitest';

import { maskFields } from '../src/mask.ts';
import { isSensitiveName, SENSITIVE_ENDINGS } from '../src/sensitive-names.ts';

const SENSITIVE = [
  'password',
  'userPassword',
  'user[password]',
  'password_confirmation',
  'password2',
  'cardNumber',
  'card_number',
  'cc-number',
  'cc-csc',
  'payment.cvc',
  'CVV2',
  'ssn',
  'one-time-code',
  'current-password',
  'new-password',
  'otp',
  'otp_code',
  'accessToken',
  'csrf_token',
  'client_secret',
  'X-Api-Key',
  'Social Security Number',
  'security code',
  'mfa_code',
  'userPin',
  'card-pin',
  'PIN',
  'verificationCode',
  'verification_code',
  'mfaCode',
  'one_time_password',
  'auth-code',
  'iban',
  'account_number',
  'routingNumber',
  'credentials',
  'pin2',
  'user[pin]',
];

const ORDINARY = [
  'name',
  'passwordHint',
  'tokens',
  'max_tokens',
  'key',
  'card',
  'cc-name',
  'cc-exp',
  'notes',
  'pinned',
  'spin',
  'shipping',
  'mapping',
  'PINNED',
  'statusCode',
  'zipCode',
  'account',
  'orderNumber',
  'passenger',
  'compass',
  'cardholder',
  'keyboard',
  'one-time delivery',
  '',
];

it('knows secrets by name, in any spelling', () => {
  expect(SENSITIVE.filter((name) => !isSensitiveName(name))).toEqual([]);
});

it('leaves ordinary names alone', () => {
  expect([...ORDINARY, 'x'.repeat(100) + 'token'].filter(isSensitiveName)).toEqual([]);
});

/** What a pattern of our list stands for. */
function spellings(pattern: string): readonly string[] {
  const [, before = '', choices, after = ''] = /^([^(]*)\(\?:([^)]*)\)(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return [pattern.replace('.?', ''), pattern.replace('.?', '_')];
  return choices.split('|').flatMap((choice) => spellings(`${before}${choice}${after}`));
}

it('finds every name it knows in bodies', () => {
  const endings = (SENSITIVE_ENDINGS.match(/(?:[^|(]|\([^)]*\))+/g) ?? []).flatMap(spellings);
  const names = [...SENSITIVE, ...endings, ...endings.map((name) => name.toUpperCase())];
  const inJson = (name: string): string => maskFields(`{"${name}":"a"}`, 'json');
  const inForm = (name: string): string => maskFields(`${name}=a`, 'form');
  expect(endings).toContain('socialsecuritynumber');
  expect(names.filter((name) => inJson(name) !== `{"${name}":"[redacted]"}`)).toEqual([]);
  expect(names.filter((name) => inForm(name) !== `${name}=[redacted]`)).toEqual([]);
});
