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
  ['{"say":"\\"password\\":\\"x\\""}', '{"say":"\\"password\\":\\"x\\""}'],
])('masks JSON %s', (text, expected) => {
  expect(maskFields(text, 'json')).toBe(expected);
});

it.each([
  ['user=ann&password=hunter2&n=1', 'user=ann&password=[redacted]&n=1'],
  ['user%5Bpassword%5D=x', 'user%5Bpassword%5D=[redacted]'],
  ['token=', 'token='],
  ['note=a%20token', 'note=a%20token'],
])('masks a form %s', (text, expected) => {
  expect(maskFields(text, 'form')).toBe(expected);
});

it('takes undeclared text for JSON only where it begins like it', () => {
  expect(['{"token":"x"}', '[{"token":"x"}]', 'say "token":"x"', ''].map(maskText)).toEqual([
    '{"token":"[redacted]"}',
    '[{"token":"[redacted]"}]',
    'say "token":"x"',
    '',
  ]);
});

it('stays linear on text made to be slow', () => {
  const text = `{"token":"${'\\\\'.repeat(8000)}`;
  expect(maskFields(text, 'json')).toBe('{"token":"[redacted]"');
});
