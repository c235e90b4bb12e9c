/** Chromium that lets itself be debugged beside Playwright, for `gasoline attach`. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import { launchOptions } from './chromium.ts';
import { debuggingPort } from './debugging-port.ts';

/** A running browser. */
export interface AttachableChromium {
  readonly context: BrowserContext;
  /** What `attach --cdp` takes. */
  readonly address: string;
  close(): Promise<void>;
}

/** Starts a browser with a profile of its own. */
export async function launchAttachable(): Promise<AttachableChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'gasoline-profile-'));
  const args = [...(launchOptions.args ?? []), '--remote-debugging-port=0'];
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, args });
  return {
    context,
    address: `http://127.0.0.1:${await debuggingPort(profile)}`,
    async close() {
      await context.close();
      // Chromium may still be writing after it has gone; a left-over temporary folder is no failure.
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}
