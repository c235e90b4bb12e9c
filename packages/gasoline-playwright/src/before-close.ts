/** Fetches what pages have to say before a test closes them: closed, they say nothing more. */

import type { BrowserContext, Frame, Page } from '@playwright/test';

/** Fetches what frames keep back. */
export type Fetch = (frames: readonly Frame[]) => Promise<void>;

/** Puts a call of `fetch` before each `close` of the context and its pages. */
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
  const close = context.close.bind(context);
  context.close = async (options) => {
    await fetch(context.pages().flatMap((page) => page.frames()));
    await close(options);
  };
}
