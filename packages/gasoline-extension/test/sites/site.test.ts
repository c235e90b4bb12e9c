import { describe, expect, it } from 'vitest';

import { DEFAULTS } from '../../src/settings/table.ts';
import { addressOf, isCapturedAt, siteState, turnedOff, turnedOn } from '../../src/sites/site.ts';

const BUILT_IN = ['*://localhost/*', '*://*.test/*'];
const NONE = { capturedSites: [], uncapturedSites: [] };
const LOCAL = 'http://localhost:3000/cart';
const SHOP = 'https://shop.example/cart';

describe('whether a site is captured', () => {
  it.each([
    [LOCAL, NONE, { kind: 'captured', by: 'manifest' }],
    [LOCAL, { ...NONE, uncapturedSites: ['http://localhost:3000/*'] }, { kind: 'not captured' }],
    [
      'http://localhost:4000/',
      { ...NONE, uncapturedSites: ['http://localhost:3000/*'] },
      { kind: 'captured', by: 'manifest' },
    ],
    [SHOP, NONE, { kind: 'not captured' }],
    [SHOP, { ...NONE, capturedSites: ['*.example'] }, { kind: 'captured', by: 'choice' }],
    [SHOP, { capturedSites: ['*.example'], uncapturedSites: ['shop.example'] }, { kind: 'not captured' }],
  ])('%s with %j: %j', (address, lists, expected) => {
    expect(siteState(address, lists, BUILT_IN)).toEqual(expected);
  });

  it.each([
    ['chrome://version', /Pages of the browser/],
    ['chrome-extension://abc/popup.html', /Pages of the browser/],
    ['https://chromewebstore.google.com/detail/x', /web store/],
    ['https://chrome.google.com/webstore/devconsole', /web store/],
    ['file:///tmp/index.html', /localhost/],
    ['about:blank', /empty page/],
    ['', /no page/],
  ])('%s cannot be captured, and it says why', (address, reason) => {
    const everywhere = { ...NONE, capturedSites: ['<all_urls>'] };
    expect(siteState(address, everywhere, BUILT_IN)).toEqual({
      kind: 'impossible',
      reason: expect.stringMatching(reason),
    });
  });
});

it.each([
  [undefined, true],
  [LOCAL, true],
  ['http://127.0.0.1:7890/dashboard', false],
  ['http://127.0.0.1:7891/', true],
  [SHOP, false],
])('a document at %s is captured: %s', (address, expected) => {
  expect(isCapturedAt(address, DEFAULTS, [...BUILT_IN, '*://127.0.0.1/*'])).toBe(expected);
});

describe('turning a site on and off', () => {
  it('adds and removes exactly that site', () => {
    const on = turnedOn(SHOP, NONE, BUILT_IN);
    expect(on).toEqual({ ...NONE, capturedSites: ['https://shop.example:443/*'] });
    expect(siteState('http://shop.example/', on, BUILT_IN)).toEqual({ kind: 'not captured' });
    expect(turnedOff(SHOP, on, BUILT_IN)).toEqual(NONE);
  });

  it('excepts a site that a wider pattern or the manifest covers, and takes the exception back', () => {
    const off = turnedOff(LOCAL, NONE, BUILT_IN);
    expect(off).toEqual({ ...NONE, uncapturedSites: ['http://localhost:3000/*'] });
    expect(turnedOn(LOCAL, off, BUILT_IN)).toEqual(NONE);
    const wide = { ...NONE, capturedSites: ['*.example'] };
    const without = turnedOff(SHOP, wide, BUILT_IN);
    expect(without).toEqual({ ...wide, uncapturedSites: ['https://shop.example:443/*'] });
    expect(turnedOn(SHOP, without, BUILT_IN)).toEqual(wide);
  });
});

describe('the address of a document', () => {
  const address = (href: string, origin: string, ancestors: string[] = []): string | undefined => {
    const { protocol } = new URL(href);
    const window = { location: { href, protocol, ancestorOrigins: ancestors }, origin };
    // As much of a window as is asked for.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return addressOf(window as unknown as Window);
  };

  it('is its own, or that of the document it belongs to', () => {
    expect(address('http://a.test/x', 'http://a.test')).toBe('http://a.test/x');
    // Sandboxed by its own policy: it has an address, but no origin.
    expect(address('http://a.test/x', 'null')).toBe('http://a.test/x');
    expect(address('about:srcdoc', 'http://a.test', ['http://b.test'])).toBe('http://a.test');
    expect(address('data:text/html,x', 'null', ['null', 'http://b.test'])).toBe('http://b.test');
    expect(address('about:blank', 'null')).toBeUndefined();
  });
});
