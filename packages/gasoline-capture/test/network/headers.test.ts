import { expect, it } from 'vitest';

import { hasAuthorization, HeaderCollector, parseHeaders } from '../../src/network/headers.ts';

/** Adds pairs and answers what is shown. */
function shown(pairs: readonly (readonly [name: unknown, value: unknown])[]): Record<string, string> {
  const headers = new HeaderCollector();
  pairs.forEach(([name, value]) => {
    headers.add(name, value);
  });
  return { ...headers.values };
}

it('replaces sensitive values by name', () => {
  const names =
    'Authorization Cookie Set-Cookie X-Api-Key X-Auth-Token X-CSRF-Token Client-Secret X-Password';
  expect(Object.values(shown(names.split(' ').map((name) => [name, 'v'])))).toEqual(
    Array(8).fill('[REDACTED]'),
  );
  expect(
    shown([
      ['Content-Type', 'text/plain'],
      ['X-Count', 3],
    ]),
  ).toEqual({
    'content-type': 'text/plain',
    'x-count': '3',
  });
});

it('joins repeated names, bounds values, and leaves objects out', () => {
  expect(
    shown([
      ['Accept', 'a'],
      ['accept', 'b'],
      ['__proto__', 'own'],
      ['X-Long', 'x'.repeat(2000)],
      ['X-Object', { toString: () => 'page code' }],
      [undefined, 'x'],
    ]),
  ).toEqual({ accept: 'a, b', ['__proto__']: 'own', 'x-long': `${'x'.repeat(1024)}… [2000 characters]` });
});

it('reads the lines of a response', () => {
  expect({
    ...parseHeaders('Content-Type: text/html\r\nset-cookie: a=b\r\nx-empty: \r\nbroken\r\n'),
  }).toEqual({
    'content-type': 'text/html',
    'set-cookie': '[REDACTED]',
    'x-empty': '',
  });
});

it('knows whether a request identifies itself', () => {
  expect([parseHeaders('Authorization: x'), parseHeaders('Accept: x')].map(hasAuthorization)).toEqual([
    true,
    false,
  ]);
});
