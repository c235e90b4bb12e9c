/** Browsers whose pages can be asked: with the extension, and through a debugging port. */

import type { BrowserContext } from '@playwright/test';

import { attach } from './attach.ts';
import { launchAttachable } from './attachable-chromium.ts';
import { launchWithExtension } from './chromium.ts';
import { pointTo } from './fixtures.ts';
import type { Server } from './server.ts';

/** The ways to reach a page. */
export const WAYS = ['extension', 'attach'] as const;

/** One of them. */
export type Way = (typeof WAYS)[number];

/** A browser that is connected to a server. */
export interface LiveBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts a browser whose pages `server` can ask. */
export async function startLiveBrowser(way: Way, server: Server): Promise<LiveBrowser> {
  if (way === 'attach') return startAttached(server);
  const browser = await launchWithExtension();
  await pointTo(browser.context, server);
  return browser;
}

async function startAttached(server: Server): Promise<LiveBrowser> {
  const chromium = await launchAttachable();
  const attachment = await attach(server, '--cdp', chromium.address);
  return {
    context: chromium.context,
    async close() {
      await attachment.stop();
      await chromium.close();
    },
  };
}
