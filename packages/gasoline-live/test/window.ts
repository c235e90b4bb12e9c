/** A page for tests: a jsdom window with a body, and a clock that a test may move. */

import { JSDOM, VirtualConsole } from 'jsdom';

import { openPage } from '../src/page.ts';
import type { Page } from '../src/page.ts';

/** Opens a page with this body. Each look at the clock moves it by `tick` milliseconds. */
export function pageWith(body: string, tick = 0): Page {
  const { window } = new JSDOM(`<!doctype html><title>Cart ☕</title><body>${body}`, {
    url: 'http://localhost:3000/cart',
    runScripts: 'dangerously',
    virtualConsole: new VirtualConsole(),
  });
  // jsdom's type names only a part of what its windows have.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  const page = openPage(window as unknown as Window & typeof globalThis);
  let now = 0;
  return { ...page, now: () => (now += tick) };
}
