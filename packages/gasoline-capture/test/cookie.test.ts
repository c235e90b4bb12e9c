import { expect, it } from 'vitest';

import { readCookie } from '../src/cookie.ts';

it('reads name, value and attributes', () => {
  expect(
    readCookie(
      'theme = dark=er ; Path=/; max-age=60; SameSite=Lax; Secure; Domain=a.test; Expires=Thu, 1 Jan; X=1',
    ),
  ).toEqual({
    name: 'theme',
    value: 'dark=er',
    attributes: {
      path: '/',
      maxAge: '60',
      sameSite: 'Lax',
      secure: true,
      domain: 'a.test',
      expires: 'Thu, 1 Jan',
    },
  });
});

it('reads what has no name as a value, and no attribute into a prototype', () => {
  expect(readCookie('lonely; constructor=x; __proto__=y')).toEqual({
    name: '',
    value: 'lonely',
    attributes: { secure: false },
  });
});

it('does not go on for as long as there are attributes', () => {
  const many = (count: number): string => `a=b${'; x'.repeat(count)}; secure`;
  expect(readCookie(many(20)).attributes).toEqual({ secure: true });
  expect(readCookie(many(1000)).attributes).toEqual({ secure: false });
});
