import { expect, it } from 'vitest';

import { maskFields, maskLine, maskText } from '../src/mask.ts';

/** masked-in-page-03: numbers */
it.each([
  ['{"user":"ann","password":"hun\\"ter2","n":1}', '{"user":"ann","password":"[redacted]","n":1}'],
  ['{ "otp" : 123456, "total": 7 }', '{ "otp" : "[redacted:sensitive-field:number:6:0]", "total": 7 }'],
  ['{"a":{"token":"t"},"list":[{"cvc":"1"}]}', '{"a":{"token":"[redacted]"},"list":[{"cvc":"[redacted]"}]}'],
  ['{"token":"cut off her', '{"token":"[redacted]"'],
  ['{"token":"ends in a backslash\\', '{"token":"[redacted]"\\'],
  ['{"token":null,"secret":true}', '{"token":null,"secret":true}'],
  ['{"max_tokens":100,"passwordHint":"pet"}', '{"max_tokens":100,"passwordHint":"pet"}'],
  ['["password","x"]', '["password","x"]'],
  ['{"email":"a@b.c","verificationCode":"123456"}', '{"email":"a@b.c","verificationCode":"[redacted]"}'],
  [
    '{"userPin":1234,"pinned":true,"shipping":"x"}',
    '{"userPin":"[redacted:sensitive-field:number:4:0]","pinned":true,"shipping":"x"}',
  ],
  ['{"passwordInput":"hunter2","cvcCode":"123"}', '{"passwordInput":"[redacted]","cvcCode":"[redacted]"}'],
  ['{"password":["hunter2"],"n":[1]}', '{"password":["[redacted]"],"n":[1]}'],
  [
    '{"token":{"value":"hunter2","of":"a"},"n":1}',
    '{"token":{"value":"[redacted]","of":"[redacted]"},"n":1}',
  ],
  [
    '{"otp":[1, 2,-3.5e1], "n": [1]}',
    '{"otp":["[redacted:sensitive-field:number:1:0]", "[redacted:sensitive-field:number:1:0]","[redacted:sensitive-field:number:6:0]"], "n": [1]}',
  ],
  [
    '{"secret":[{"a":["]\\"}",{"b" : {}}],"c":null,"d":true},[]],"e":"]"}',
    '{"secret":[{"a":["[redacted]",{"b" : {}}],"c":null,"d":true},[]],"e":"]"}',
  ],
  ['{"token":{"a":["x","cut off her', '{"token":{"a":["[redacted]","[redacted]"'],
  ['{"token":{"cut off her', '{"token":{"[redacted]"'],
  ['{"otp":[1,2', '{"otp":["[redacted:sensitive-field:number:1:0]","[redacted:sensitive-field:number:1:0]"'],
  ['{"otp":[', '{"otp":['],
  ['{"tokens":512,"usage":{"total_tokens":7}}', '{"tokens":512,"usage":{"total_tokens":7}}'],
  ['{"tokens":["a"]}', '{"tokens":["[redacted]"]}'],
  ['{"say":"\\"password\\":\\"x\\""}', '{"say":"\\"password\\":\\"x\\""}'],
  ['{"errors":{"password":["is too short"]}}', '{"errors":{"password":["is too short"]}}'],
  [
    '{"password":"${PASSWORD}","token":"Token is invalid"}',
    '{"password":"${PASSWORD}","token":"Token is invalid"}',
  ],
  ['{"password":"correct horse battery"}', '{"password":"[redacted]"}'],
])('masks JSON %s', (text, expected) => {
  expect(maskFields(text, 'json')).toBe(expected);
});

it.each([
  ['user=ann&password=hunter2&n=1', 'user=ann&password=[redacted]&n=1'],
  ['user%5Bpassword%5D=x', 'user%5Bpassword%5D=[redacted]'],
  ['token=', 'token='],
  ['pin=1234&user%5Bpin%5D=1234&spin=2', 'pin=[redacted]&user%5Bpin%5D=[redacted]&spin=2'],
  ['note=a%20token', 'note=a%20token'],
  ['cvcCode=123&token={&otpInput=[1', 'cvcCode=[redacted]&token=[redacted]&otpInput=[redacted]'],
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

it.each([
  ['password: hunter2secret', 'password: [redacted]'],
  ['login with api_key=abc123def, then', 'login with api_key=[redacted], then'],
  ['Authorization: Bearer abc123def456', 'Authorization: Bearer [redacted]'],
  ['state {"token":"abc"} ok', 'state {"token":"[redacted]"} ok'],
  ['password: required, token expired', 'password: required, token expired'],
  ['token = response.data.token', 'token = response.data.token'],
  ['{"token":"[redacted]"}', '{"token":"[redacted]"}'],
  ['{"otp":"[redacted:sensitive-field:number:6:0]"}', '{"otp":"[redacted:sensitive-field:number:6:0]"}'],
  ['no secret at 12:34', 'no secret at 12:34'],
])('masks a line %s', (text, expected) => {
  expect(maskLine(text)).toBe(expected);
});
