/** Fetches what pages have to say before a test closes them: closed, they say nothing more. */

import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';

/** Fetches what frames keep back. */
export type Fetch = (frames: readonly Frame[]) => Promise<void>;

/** Puts a call of `fetch` before each `close` of the context, its pages and its browser. */
export function fetchBeforeClose(context: BrowserContext, fetch: Fetch): void {
  const watch = (page: Page): void => {
    const close = page.close.bind(page);
    page.close = async (options) => {
      await fetch(page.frames());
      await close(options);
    };
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  const fetchAll = (): Promise<void> => fetch(context.pages().flatMap((page) => page.frames()));
  const close = context.close.bind(context);
  context.close = async (options) => {
    await fetchAll();
    await close(options);
  };
  const browser = context.browser();
  if (browser === null) return;
  const open = openContexts(browser);
  open.add(fetchAll);
  context.on('close', () => open.delete(fetchAll));
}

type FetchAll = () => Promise<void>;

/** The captured contexts of each browser whose `close` waits for them: one browser serves many tests. */
const browsers = new WeakMap<Browser, Set<FetchAll>>();

function openContexts(browser: Browser): Set<FetchAll> {
  const known = browsers.get(browser);
  if (known !== undefined) return known;
  const open = new Set<FetchAll>();
  browsers.set(browser, open);
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    await Promise.all([...open].map((fetchAll) => fetchAll()));
    await close(options);
  };
  return open;
}
