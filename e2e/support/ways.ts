/** The ways in which a page can be captured, each with a context of its own. */

import type { Browser, BrowserContext } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { attach } from './attach.ts';
import type { Browsers } from './browsers.ts';
import { beaconScript } from './ci-script.ts';
import type { Server } from './server.ts';

/** A browser context whose pages are captured in one of the ways there are. */
export interface Captured {
  readonly context: BrowserContext;
  /** Waits for what the pages sent last, and ends. */
  close(): Promise<void>;
}

/** Where contexts come from. */
export interface Sources {
  readonly browser: Browser;
  readonly browsers: Browsers;
}

/** Starts one. */
export type Way = (server: Server, sources: Sources) => Promise<Captured>;

/** All of them. */
export const WAYS: Readonly<Record<string, Way>> = {
  async binding({ port }, { browser }) {
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
  async beacon(server, { browser }) {
    const context = await browser.newContext();
    await context.addInitScript({ content: beaconScript(server) });
    return { context, close: () => context.close() };
  },
  async attach(server, { browsers }) {
    const { context, address, close } = await browsers.attachable();
    const attachment = await attach(server, '--cdp', address, '--screenshots', 'off');
    return {
      context,
      async close() {
        await close();
        await attachment.stop();
      },
    };
  },
  extension: (server, { browsers }) => browsers.withExtension(server),
};
