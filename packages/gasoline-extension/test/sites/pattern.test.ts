import { describe, expect, it } from 'vitest';

import { matchesPattern, parsePattern, patternOfOrigin, shownPattern } from '../../src/sites/pattern.ts';

describe('what a person may type', () => {
  it.each([
    ['shop.example', '*://shop.example/*'],
    [' Shop.Example ', '*://shop.example/*'],
    ['*.shop.example', '*://*.shop.example/*'],
    ['https://shop.example', 'https://shop.example/*'],
    ['https://shop.example/', 'https://shop.example/*'],
    ['http://10.0.0.5:3000', 'http://10.0.0.5:3000/*'],
    ['http://[fe80::1]:3000/app/*', 'http://[fe80::1]:3000/app/*'],
    ['shop.example:*', '*://shop.example:*/*'],
    ['bücher.example', '*://xn--bcher-kva.example/*'],
    ['*', '*://*/*'],
    ['<all_urls>', '<all_urls>'],
  ])('%s is %s', (text, pattern) => {
    expect(parsePattern(text)).toEqual({ kind: 'pattern', pattern });
    expect(parsePattern(pattern)).toEqual({ kind: 'pattern', pattern });
  });

  it.each([
    ['', /Name a site/],
    ['ftp://shop.example', /Only http/],
    ['chrome://version', /Only http/],
    ['shop-*.example', /stands for all sites/],
    ['a.*.example', /stands for all sites/],
    ['shop example', /stands for all sites/],
    ['shop.example:99999', /A port/],
    ['shop.example:', /A port/],
  ])('%s is refused', (text, reason) => {
    expect(parsePattern(text)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
  });
});

describe('which addresses a pattern covers', () => {
  it.each([
    ['http://shop.example/', 'shop.example', true],
    ['https://shop.example:8443/a?b', 'shop.example', true],
    ['http://www.shop.example/', 'shop.example', false],
    ['http://www.shop.example/', '*.shop.example', true],
    ['http://shop.example/', '*.shop.example', true],
    ['http://myshop.example/', '*.shop.example', false],
    ['http://shop.example/', 'https://shop.example', false],
    ['http://shop.example/', 'http://shop.example:80', true],
    ['http://shop.example:81/', 'http://shop.example:80', false],
    ['http://shop.example/app/1', 'http://shop.example/app/*', true],
    ['http://shop.example/application', 'http://shop.example/app', false],
    ['http://shop.example/a.b', 'http://shop.example/a?b', false],
    ['http://[::1]:3000/', '*://[::1]/*', true],
    ['http://anything.example/', '*', true],
    ['file:///tmp/a', '<all_urls>', false],
    ['http://shop.example/', 'shop-*.example', false],
  ])('%s by %s: %s', (url, pattern, expected) => {
    expect(matchesPattern(new URL(url), pattern)).toBe(expected);
  });
});

it.each([
  ['https://shop.example/cart', 'https://shop.example:443/*', 'https://shop.example'],
  ['http://shop.example/', 'http://shop.example:80/*', 'http://shop.example'],
  ['http://[::1]:3000/', 'http://[::1]:3000/*', 'http://[::1]:3000'],
])('the site of %s is %s, shown as %s', (url, pattern, shown) => {
  expect(patternOfOrigin(new URL(url))).toBe(pattern);
  expect(matchesPattern(new URL(url), pattern)).toBe(true);
  expect(shownPattern(pattern)).toBe(shown);
});

it.each([
  ['*://*.shop.example/*', '*.shop.example'],
  ['*://shop.example/app/*', 'shop.example/app/*'],
  ['<all_urls>', '<all_urls>'],
])('%s is shown as %s', (pattern, shown) => {
  expect(shownPattern(pattern)).toBe(shown);
});
