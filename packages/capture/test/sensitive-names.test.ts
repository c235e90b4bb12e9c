import { expect, it } from 'vitest';

import { isSensitiveName } from '../src/sensitive-names.ts';

it.each([
  ...['password', 'newPassword', 'current-password', 'user[pwd]', 'passcode', 'cardNumber', 'card-number'],
  ...['cc-number', 'cc-csc', 'ccnum', 'CVC', 'cvv2', 'security code', 'ssn', 'Social Security Number', 'otp'],
  ...[
    'one-time-code',
    'mfa_code',
    'api_key',
    'apiKey',
    'accessToken',
    'csrf-token',
    'clientSecret',
    'userPin',
  ],
])('%s is sensitive', (name) => {
  expect(isSensitiveName(name)).toBe(true);
});

it.each([
  ...[
    'email',
    'username',
    'pinned',
    'shipping',
    'passenger',
    'compass',
    'card',
    'cardholder',
    'phone',
    'notes',
  ],
  ...['keyboard', 'monkey', 'one-time delivery', 'opinion', 'assistant'],
])('%s is not', (name) => {
  expect(isSensitiveName(name)).toBe(false);
});
