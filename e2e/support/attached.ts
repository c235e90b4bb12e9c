/** `gasoline attach` beside Puppeteer: a browser driven by a runner that does not know it is captured. */

import type { Browser, Page } from 'puppeteer-core';

import { attach } from './attach.ts';
import type { Attachment } from './attach.ts';
import { test as base } from './fixtures.ts';
import { launchPuppeteer } from './puppeteer.ts';

/** A policy under which only a binding leaves the page. */
export const STRICT = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'nonce-x'; require-trusted-types-for 'script'; trusted-types 'none'",
};

/** Tests with such a browser, captured for the test `attached`. */
export const test = base.extend<{ chromium: Browser; attachment: Attachment }>({
  chromium: async ({}, use) => {
    const browser = await launchPuppeteer();
    await use(browser);
    await browser.close();
  },
  attachment: async ({ chromium, server }, use) => {
    const attachment = await attach(server, '--cdp', chromium.wsEndpoint(), '--test-id', 'attached');
    await use(attachment);
    await attachment.stop();
  },
});

/** The identifier of a page, as the browser names it. */
export async function tabOf(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}
