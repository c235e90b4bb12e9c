/** How the tests start Chromium: the system's own, or the one `CHROMIUM_PATH` names; none is downloaded. */

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';
import type { BrowserContext, LaunchOptions } from '@playwright/test';

/** The extension as people install it. */
export const EXTENSION = fileURLToPath(new URL('../../packages/gasoline-extension/dist', import.meta.url));

/** Named hosts that lead to this machine, for pages that are not on a developer's address. */
export const STRANGER_HOST = 'shop.example';

const ARGUMENTS = [
  // Tests may run as root, where Chromium has no sandbox.
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${STRANGER_HOST} 127.0.0.1`,
];

// For the script in between, in whatever process it is started.
process.env['GASOLINE_CHROMIUM'] ??= executable();

/** Options for every browser of the tests. */
export const launchOptions: LaunchOptions = {
  executablePath: fileURLToPath(new URL('./counted-chromium.sh', import.meta.url)),
  args: ARGUMENTS,
};

/** A browser with the extension installed, and a profile of its own. */
export async function launchWithExtension(
  folder = EXTENSION,
  options: Parameters<typeof chromium.launchPersistentContext>[1] = {},
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'gasoline-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...options,
    // Playwright turns extensions off unless it is told which one to keep.
    args: [...ARGUMENTS, `--load-extension=${folder}`, `--disable-extensions-except=${folder}`],
  });
  return {
    context,
    async close() {
      await context.close();
      // Chromium may still be writing after it has gone; a left-over temporary folder is no failure.
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}

function executable(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  return execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], {
    encoding: 'utf8',
  }).trim();
}
