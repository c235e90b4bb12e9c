/**
 * Playwright's `test` with the context of the test captured: `page`, `context` and every page they open. A context that a
 * test makes itself, with `browser.newContext()`, is captured by `captureContext`.
 *
 *     import { expect, test } from 'gasoline-playwright';
 *
 * The test is announced to the server, its pages are captured through a binding, and when it ends what they sent last
 * is waited for before the browser context closes.
 */

import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import type { AiContextOptions } from './ai-context.ts';
import { captureContext } from './binding.ts';
import type { CaptureMode } from './binding.ts';
import { clearTest, markBoundary, readSnapshot } from './server.ts';
import type { ServerAddress, Snapshot } from './server.ts';
import { endOf, startOf, testIdentity } from './test-identity.ts';

/** Options of the fixture, for `use` in the configuration. */
export interface GasolineOptions {
  /** Port of the server; `GASOLINE_PORT`, then 7890. */
  gasolinePort: number;
  /** Host of the server; `GASOLINE_HOST`, then 127.0.0.1. */
  gasolineHost: string;
  gasolineCaptureMode: CaptureMode;
  /** What is found out about errors after they were reported; false for nothing. */
  gasolineAiContext: AiContextOptions | false;
}

/** What a test may ask of the server. */
export interface Gasoline {
  /** Id under which this run of the test is captured. */
  readonly testId: string;
  /** Everything captured of this test so far, also what its pages sent last. */
  getSnapshot(since?: string): Promise<Snapshot>;
  /** Forgets what was captured of this test so far. */
  clear(): Promise<void>;
  /** Marks the boundary of a test of your own making. */
  markTest(testId: string, action: 'start' | 'end'): Promise<void>;
}

interface Fixtures {
  gasoline: Gasoline;
  /** The contexts of the test, and how to wait for what they sent. */
  gasolineCapture: TestCapture;
}

interface TestCapture {
  readonly address: ServerAddress;
  readonly testId: string;
  watch(context: BrowserContext): Promise<void>;
  drain(): Promise<void>;
}

const DEFAULT_PORT = 7890;
const DEFAULT_HOST = '127.0.0.1';

export const test = base.extend<Fixtures & GasolineOptions>({
  gasolinePort: [portFromEnvironment(), { option: true }],
  gasolineHost: [hostFromEnvironment(), { option: true }],
  gasolineCaptureMode: ['all', { option: true }],
  gasolineAiContext: [{}, { option: true }],

  gasolineCapture: async (
    { gasolinePort, gasolineHost, gasolineCaptureMode, gasolineAiContext },
    use,
    info,
  ) => {
    const address = { host: gasolineHost, port: gasolinePort };
    const captures: (() => Promise<unknown>)[] = [];
    await markBoundary(address, startOf(info));
    await use({
      address,
      testId: testIdentity(info),
      async watch(context) {
        const capture = await captureContext(context, {
          ...address,
          testId: testIdentity(info),
          mode: gasolineCaptureMode,
          aiContext: gasolineAiContext,
        });
        captures.push(() => capture.drain());
      },
      async drain() {
        await Promise.all(captures.map((drain) => drain()));
      },
    });
    await markBoundary(address, endOf(info));
  },

  // Replaced rather than listened to, so that a test which only uses `page` is captured as well.
  context: async ({ context, gasolineCapture }, use) => {
    await gasolineCapture.watch(context);
    await use(context);
    await gasolineCapture.drain();
  },

  gasoline: async ({ gasolineCapture }, use) => {
    const { address, testId } = gasolineCapture;
    await use({
      testId,
      async getSnapshot(since) {
        await gasolineCapture.drain();
        return readSnapshot(address, testId, since);
      },
      async clear() {
        // What is still on its way would arrive after the clearing.
        await gasolineCapture.drain();
        await clearTest(address, testId);
      },
      async markTest(id, action) {
        await markBoundary(address, { test_id: id, action });
      },
    });
  },
});

export { expect } from '@playwright/test';

function hostFromEnvironment(): string {
  const named = process.env['GASOLINE_HOST'];
  return named === undefined || named === '' ? DEFAULT_HOST : named;
}

function portFromEnvironment(): number {
  const named = process.env['GASOLINE_PORT'];
  if (named === undefined || named === '') return DEFAULT_PORT;
  const port = Number(named);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new RangeError(`GASOLINE_PORT is "${named}"; set it to a port number or leave it out.`);
}
