/** What the tests start from: a server, a web server, and pages under capture in each of the ways there are. */

import { expect, test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';
import type { ContextCapture } from 'gasoline-playwright';

import { launchWithExtension } from './chromium.ts';
import { startPages } from './pages.ts';
import type { Pages } from './pages.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

/** What a test may ask for. */
export interface Fixtures {
  server: Server;
  pages: Pages;
  /** A browser with the extension, connected to `server`. */
  extension: BrowserContext;
  /** A context captured through a binding. */
  bound: { context: BrowserContext; capture: ContextCapture };
}

export const test = base.extend<Fixtures>({
  // Playwright reads from this pattern which other fixtures are needed: none.
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },
  pages: async ({}, use) => {
    const pages = await startPages();
    await use(pages);
    await pages.stop();
  },
  extension: async ({ server }, use) => {
    const browser = await launchWithExtension();
    await pointTo(browser.context, server);
    await use(browser.context);
    await browser.close();
  },
  bound: async ({ context, server }, use) => {
    await use({ context, capture: await captureContext(context, { port: server.port, testId: 'e2e' }) });
  },
});

export { expect };

/** Tells the extension where the server is. */
export async function pointTo(context: BrowserContext, server: Server): Promise<void> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const setPort = async (port: number): Promise<number> => {
    await chrome.storage.local.set({ serverPort: port });
    return port;
  };
  // A worker that is only just starting has no storage yet.
  await expect.poll(() => worker.evaluate(setPort, server.port).catch(String)).toBe(server.port);
  // Pictures do not wait for a link.
  await expect.poll(() => worker.evaluate(() => chrome.action.getTitle({}))).toBe('Gasoline: connected');
}
