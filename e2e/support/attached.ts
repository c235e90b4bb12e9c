/** `gasoline attach` beside Puppeteer: a browser driven by a runner that does not know it is captured. */

import type { Browser, Page } from 'puppeteer-core';

import { attach } from './attach.ts';
import type { Attachment } from './attach.ts';
import { test as base } from './fixtures.ts';

/** A policy under which only a binding leaves the page. */
export const STRICT = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'nonce-x'; require-trusted-types-for 'script'; trusted-types 'none'",
};

/** Tests with such a browser, captured for the test `attached`. */
export const test = base.extend<{ chromium: Browser; attachment: Attachment }>({
  chromium: async ({ browsers, pages }, use) => {
    const browser = await browsers.puppeteer();
    await use(browser);
    // Without any page the browser would end.
    const [first, ...others] = await browser.pages();
    for (const page of others) await page.close();
    if (first !== undefined) await endServiceWorkers(first, pages.url('/'));
  },
  attachment: async ({ chromium, server }, use) => {
    const attachment = await attach(server, '--cdp', chromium.wsEndpoint(), '--test-id', 'attached');
    await use(attachment);
    await attachment.stop();
  },
});

/** Service workers outlive their pages, and the next attachment would capture them. */
async function endServiceWorkers(page: Page, origin: string): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers' });
  await session.detach();
}

/** The identifier of a page, as the browser names it. */
export async function tabOf(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}
