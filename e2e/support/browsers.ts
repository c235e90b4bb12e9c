/**
 * Browsers that take long to start, one of each kind for all tests of a worker.
 *
 * A test gets its own pages, its own server and settings as after the installation; what it leaves behind is put away when it
 * ends. Tests that stop their server for good or end the browser start one of their own instead.
 */

import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import type { Browser as PuppeteerBrowser } from 'puppeteer-core';

import { launchAttachable } from './attachable-chromium.ts';
import type { AttachableChromium } from './attachable-chromium.ts';
import { launchWithExtension } from './chromium.ts';
import { forgetSettings, openExtensionPage, pointTo, undelivered } from './extension.ts';
import { launchPuppeteer } from './puppeteer.ts';
import type { Server } from './server.ts';

/** Started when first asked for. */
export interface Browsers {
  /** Pages with the extension, connected to a server; the answer's `close` puts everything away. */
  withExtension(server: Server): Promise<Lent>;
  /** A browser that `gasoline attach` can debug beside Playwright. */
  attachable(): Promise<Lent & Pick<AttachableChromium, 'address'>>;
  /** A browser that Puppeteer drives. */
  puppeteer(): Promise<PuppeteerBrowser>;
  closeAll(): Promise<void>;
}

/** A browser for the time of a test. */
export interface Lent {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Browsers of a worker. */
export function createBrowsers(): Browsers {
  const closing: (() => Promise<void>)[] = [];
  const started = <Browser extends { close(): Promise<void> }>(start: () => Promise<Browser>) => {
    let browser: Promise<Browser> | undefined;
    return (): Promise<Browser> => {
      if (browser !== undefined) return browser;
      const starting = start();
      browser = starting;
      closing.push(async () => (await starting).close());
      return starting;
    };
  };
  const extension = started(launchExtension);
  const attachable = started(launchAttachable);
  return {
    async withExtension(server) {
      const { context, control } = await extension();
      await pointTo(context, server);
      return { context, close: () => putAway(context, control, server) };
    },
    async attachable() {
      const { context, address } = await attachable();
      return { context, address, close: () => closePages(context) };
    },
    puppeteer: started(launchPuppeteer),
    async closeAll() {
      for (const close of closing) await close();
    },
  };
}

interface ExtensionChromium extends Lent {
  /** A page of the extension, which can ask its worker. */
  readonly control: Page;
}

async function launchExtension(): Promise<ExtensionChromium> {
  const { context, close } = await launchWithExtension();
  return { context, close, control: await openExtensionPage(context, 'popup.html') };
}

/** Leaves the extension as after its installation, but for the port. */
async function putAway(context: BrowserContext, control: Page, server: Server): Promise<void> {
  await closePages(context, control);
  // The test may have led it elsewhere.
  await pointTo(context, server);
  // What is still on its way would go to the next server.
  await expect.poll(() => undelivered(control)).toBe(0);
  await forgetSettings(context);
  await control.evaluate(() => chrome.runtime.sendMessage({ kind: 'cleared' }));
}

/** Closes all pages but one, without which some browsers end, and forgets cookies, which all ports of a host share. */
async function closePages(context: BrowserContext, kept = context.pages()[0]): Promise<void> {
  for (const page of context.pages()) if (page !== kept) await page.close();
  await context.clearCookies();
}
