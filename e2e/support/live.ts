/** Browsers whose pages can be asked: with the extension, and through a debugging port. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import { attach } from './attach.ts';
import { launchOptions, launchWithExtension } from './chromium.ts';
import { pointTo } from './fixtures.ts';
import { freePort } from './port.ts';
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
  const profile = await mkdtemp(join(tmpdir(), 'gasoline-profile-'));
  const port = await freePort();
  const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, args });
  const attachment = await attach(server, '--cdp', String(port));
  return {
    context,
    async close() {
      await attachment.stop();
      await context.close();
      // Chromium may still be writing after it has gone; a left-over temporary folder is no failure.
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}
