/** The ways in which a page can be captured, each with a context of its own. */

import type { Browser, BrowserContext } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { attach } from './attach.ts';
import { launchAttachable } from './attachable-chromium.ts';
import { launchWithExtension } from './chromium.ts';
import { beaconScript } from './ci-script.ts';
import { pointTo } from './fixtures.ts';
import type { Server } from './server.ts';

/** A browser context whose pages are captured in one of the ways there are. */
export interface Captured {
  readonly context: BrowserContext;
  /** Waits for what the pages sent last, and ends. */
  close(): Promise<void>;
}

/** Starts one. */
export type Way = (server: Server, browser: Browser) => Promise<Captured>;

/** All of them. */
export const WAYS: Readonly<Record<string, Way>> = {
  async binding({ port }, browser) {
    const context = await browser.newContext();
    const capture = await captureContext(context, { port });
    return {
      context,
      async close() {
        await capture.drain();
        await context.close();
        await capture.drain();
      },
    };
  },
  async beacon(server, browser) {
    const context = await browser.newContext();
    await context.addInitScript({ content: beaconScript(server) });
    return { context, close: () => context.close() };
  },
  async attach(server) {
    const { context, address, close } = await launchAttachable();
    const attachment = await attach(server, '--cdp', address, '--screenshots', 'off');
    return {
      context,
      async close() {
        await close();
        await attachment.ended();
      },
    };
  },
  async extension(server) {
    const { context, close } = await launchWithExtension();
    await pointTo(context, server);
    return { context, close };
  },
};
