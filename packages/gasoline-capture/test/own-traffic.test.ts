import { expect, it } from 'vitest';

import { isOwnTraffic } from '../src/own-traffic.ts';

it.each([
  ['http://127.0.0.1:7890/logs', true],
  ['http://127.0.0.1:7890', true],
  ['http://127.0.0.1:7890?x', true],
  ['http://127.0.0.1:78901/logs', false],
  ['http://localhost:3000/?next=http://127.0.0.1:7890', false],
])('%s belongs to our server: %s', (url, own) => {
  expect(isOwnTraffic(url, 'http://127.0.0.1:7890')).toBe(own);
});

it('takes everything for the page where our server is not known', () => {
  expect(isOwnTraffic('http://127.0.0.1:7890/logs', undefined)).toBe(false);
});
