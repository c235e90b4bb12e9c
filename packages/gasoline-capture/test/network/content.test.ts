import { expect, it } from 'vitest';

import { binaryText, contentKind, textBody } from '../../src/network/content.ts';

it.each([
  ['application/json', 'text'],
  ['text/html; charset=utf-8', 'text'],
  ['application/graphql-response+json', 'text'],
  ['', 'text'],
  ['Image/PNG', 'binary'],
  ['font/woff2', 'binary'],
  ['video/mp4', 'binary'],
  ['application/wasm', 'binary'],
  ['application/octet-stream', 'binary'],
  ['text/event-stream;charset=utf-8', 'stream'],
  ['application/x-ndjson', 'stream'],
])('%s is %s', (type, kind) => {
  expect(contentKind(type)).toBe(kind);
});

it('names binary bodies by size and type', () => {
  expect([binaryText(12, 'image/png; x=y'), binaryText(undefined, 'font/woff2'), binaryText(3, '')]).toEqual([
    '[Binary: 12 bytes, image/png]',
    '[Binary: unknown size, font/woff2]',
    '[Binary: 3 bytes]',
  ]);
});

it('cuts text and says so, masking by the declared type', () => {
  expect(textBody('abcdef', 4, 'text/plain')).toEqual({ text: 'abcd', truncated: true });
  expect(textBody('token=x', 100, 'application/x-www-form-urlencoded')).toEqual({
    text: 'token=[redacted]',
    truncated: false,
  });
});
