/** What the tests start from: a server, a web server, and pages under capture in each of the ways there are. */

import { expect, test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';
import type { ContextCapture } from 'gasoline-playwright';

import { createBrowsers } from './browsers.ts';
import type { Browsers } from './browsers.ts';
import { launchWithExtension } from './chromium.ts';
import { pointTo } from './extension.ts';
import { startPages } from './pages.ts';
import type { Pages } from './pages.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

/** What a test may ask for. */
export interface Fixtures {
  server: Server;
  pages: Pages;
  /** Pages with the extension, connected to `server`; the browser is the worker's, the settings are those of an installation. */
  extension: BrowserContext;
  /** The same in a browser of its own, for tests after which another could not go on. */
  ownExtension: BrowserContext;
  /** A context captured through a binding. */
  bound: { context: BrowserContext; capture: ContextCapture };
}

/** What the tests of a worker share. */
export interface WorkerFixtures {
  browsers: Browsers;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  browsers: [
    async ({}, use) => {
      const browsers = createBrowsers();
      await use(browsers);
      await browsers.closeAll();
    },
    { scope: 'worker' },
  ],
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
  extension: async ({ browsers, server }, use) => {
    const { context, close } = await browsers.withExtension(server);
    await use(context);
    await close();
  },
  ownExtension: async ({ server }, use) => {
    const { context, close } = await launchWithExtension();
    await pointTo(context, server);
    await use(context);
    await close();
  },
  bound: async ({ context, server }, use) => {
    await use({ context, capture: await captureContext(context, { port: server.port, testId: 'e2e' }) });
  },
});

export { expect };
