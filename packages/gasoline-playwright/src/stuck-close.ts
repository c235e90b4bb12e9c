/**
 * Closes pages that Chromium forgets to close.
 *
 * Chromium asks a page with a listener for `pagehide` before it closes it. When the page goes to its next document in that
 * moment, no answer comes, and `close` waits for ever; closed a second time, the page goes. Capture listens for `pagehide` in
 * every page, so tests that end with a click on a link would wait until their timeout.
 */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { internally } from './internal-call.ts';

/** A page that closes takes a few milliseconds, on a busy machine some hundred. */
const CLOSE_MS = 500;

/** After the news of a new document, Chromium may still be busy with the exchange. */
const EXCHANGE_MS = 500;

/** Pages on their way to another document, and when others last got there. */
const departures = new WeakMap<Page, 'under way' | number>();

/** Notes when a page goes to another document. */
export function watchDepartures(page: Page): void {
  page.on('request', (request) => {
    if (request.isNavigationRequest()) departures.set(page, 'under way');
  });
  const arrived = (): void => {
    departures.set(page, Date.now());
  };
  page.on('framenavigated', arrived);
  page.on('requestfailed', (request) => {
    if (request.isNavigationRequest()) arrived();
  });
}

function isExchanging(page: Page): boolean {
  const departure = departures.get(page) ?? 0;
  return departure === 'under way' || Date.now() - departure < EXCHANGE_MS;
}

/** Waits until pages are closed; those that are stuck are closed again. */
export async function closedFor(pages: readonly Page[], closing: Promise<void>): Promise<void> {
  const suspects = pages.filter(isExchanging);
  if (suspects.length > 0) await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
  const open = suspects.filter((page) => !page.isClosed());
  await Promise.race([closing, Promise.allSettled(open.map(closeAgain))]);
  await closing;
}

/** Playwright sends a page's `close` only once, so it is sent past it. */
async function closeAgain(page: Page): Promise<void> {
  await internally(page.context(), async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.close');
  });
}
