import { describe, expect, it } from 'vitest';

import { isSelected } from '../../src/websocket/url-filter.ts';

const URL = 'wss://chat.shop.test:8443/rooms/7?token=x';

describe('which sockets a filter selects', () => {
  it.each([
    [[], true],
    [['rooms'], true],
    [['lobby'], false],
    [['lobby', 'rooms'], true],
    [['wss://*'], true],
    [['*rooms*'], true],
    [['*rooms'], false],
    [['rooms*'], false],
    [['wss://*.shop.test*/rooms/*'], true],
    [['wss://*.shop.test/rooms/*'], false],
    [['*?token=x'], true],
    [['*a*b*c*'], false],
    [['**'], true],
    [[''], true],
  ])('%j: %s', (filters, expected) => {
    expect(isSelected(URL, filters)).toBe(expected);
  });

  it('answers at once where a pattern invites endless attempts', () => {
    expect(isSelected('a'.repeat(2000), [`${'*a'.repeat(500)}b`])).toBe(false);
  });

  it('takes characters of regular expressions as they are', () => {
    expect(isSelected('ws://localhost/(a|b)+', ['ws://localhost/(a|b)+'])).toBe(true);
    expect(isSelected('ws://localhost/aab', ['ws://localhost/(a|b)+'])).toBe(false);
  });
});
