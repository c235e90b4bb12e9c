import { expect, it } from 'vitest';

import { isSensitiveName } from '../src/sensitive-names.ts';

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
