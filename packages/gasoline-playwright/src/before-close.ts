/** Fetches what pages have to say before a test closes them: closed, they say nothing more. */

import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';

import { closedFor, watchDepartures } from './stuck-close.ts';

/** Fetches what frames keep back. */
export type Fetch = (frames: readonly Frame[]) => Promise<void>;

/** Puts a call of `fetch` before each `close` of a page, and one of `drain` before each `close` of the context and its browser. */
export function fetchBeforeClose(context: BrowserContext, fetch: Fetch, drain: () => Promise<void>): void {
  const watch = (page: Page): void => {
    watchDepartures(page);
    const close = page.close.bind(page);
    page.close = async (options) => {
      await fetch(page.frames());
      // Asked first, a page may stay open for as long as a person thinks about it.
      if (options?.runBeforeUnload === true) await close(options);
      else await closedFor([page], close(options));
    };
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  const close = context.close.bind(context);
  context.close = async (options) => {
    await drain();
    await closedFor(context.pages(), close(options));
  };
  const browser = context.browser();
  if (browser === null) return;
  const open = openContexts(browser);
  open.add(drain);
  context.on('close', () => open.delete(drain));
}

type Drain = () => Promise<void>;

/** The captured contexts of each browser whose `close` waits for them: one browser serves many tests. */
const browsers = new WeakMap<Browser, Set<Drain>>();

function openContexts(browser: Browser): Set<Drain> {
  const known = browsers.get(browser);
  if (known !== undefined) return known;
  const open = new Set<Drain>();
  browsers.set(browser, open);
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    await Promise.all([...open].map((drain) => drain()));
    await close(options);
  };
  return open;
}
