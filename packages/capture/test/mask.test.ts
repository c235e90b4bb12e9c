import { expect, it } from 'vitest';

import { maskFields, maskText } from '../src/mask.ts';

it.each([
  ['{"user":"ann","password":"hun\\"ter2","n":1}', '{"user":"ann","password":"[redacted]","n":1}'],
  ['{ "otp" : 123456, "total": 7 }', '{ "otp" : "[redacted]", "total": 7 }'],
  ['{"a":{"token":"t"},"list":[{"cvc":"1"}]}', '{"a":{"token":"[redacted]"},"list":[{"cvc":"[redacted]"}]}'],
  ['{"token":"cut off her', '{"token":"[redacted]"'],
  ['{"token":"ends in a backslash\\', '{"token":"[redacted]"\\'],
  ['{"token":null,"secret":true}', '{"token":null,"secret":true}'],
  ['{"max_tokens":100,"passwordHint":"pet"}', '{"max_tokens":100,"passwordHint":"pet"}'],
  ['["password","x"]', '["password","x"]'],
  ['{"email":"a@b.c","verificationCode":"123456"}', '{"email":"a@b.c","verificationCode":"[redacted]"}'],
  ['{"userPin":1234,"pinned":true,"shipping":"x"}', '{"userPin":"[redacted]","pinned":true,"shipping":"x"}'],
  ['{"say":"\\"password\\":\\"x\\""}', '{"say":"\\"password\\":\\"x\\""}'],
])('masks JSON %s', (text, expected) => {
  expect(maskFields(text, 'json')).toBe(expected);
});

it.each([
  ['user=ann&password=hunter2&n=1', 'user=ann&password=[redacted]&n=1'],
  ['user%5Bpassword%5D=x', 'user%5Bpassword%5D=[redacted]'],
  ['token=', 'token='],
  ['pin=1234&user%5Bpin%5D=1234&spin=2', 'pin=[redacted]&user%5Bpin%5D=[redacted]&spin=2'],
  ['note=a%20token', 'note=a%20token'],
])('masks a form %s', (text, expected) => {
  expect(maskFields(text, 'form')).toBe(expected);
});

it('takes undeclared text for JSON only where it begins like it', () => {
  const texts = ['{"token":"x"}', '[{"token":"x"}]', '42["login",{"otp":"1"}]', 'say "token":"x"', '42', ''];
  expect(texts.map(maskText)).toEqual([
    '{"token":"[redacted]"}',
    '[{"token":"[redacted]"}]',
    '42["login",{"otp":"[redacted]"}]',
    'say "token":"x"',
    '42',
    '',
  ]);
});

it('stays linear on text made to be slow', () => {
  const text = `{"token":"${'\\\\'.repeat(8000)}`;
  expect(maskFields(text, 'json')).toBe('{"token":"[redacted]"');
});
