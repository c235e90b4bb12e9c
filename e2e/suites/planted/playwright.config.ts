/** Forty tests that fail, each for one planted fault. Run by `soak/verdicts.spec.ts` under `gasoline ci`. */

import { defineConfig } from '@playwright/test';

import { launchOptions } from '../../support/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/planted',
  workers: 2,
  fullyParallel: true,
  reporter: 'json',
  timeout: 20_000,
  expect: { timeout: 500 },
  use: {
    launchOptions,
    actionTimeout: 2_000,
    baseURL: process.env['PLANTED_APP'] ?? 'http://127.0.0.1:1',
    viewport: { width: 200, height: 150 },
  },
});
