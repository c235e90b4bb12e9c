/** A suite that knows nothing of Gasoline, run by `tests/ci.spec.ts` under `gasoline ci`. */

import { defineConfig } from '@playwright/test';

import { launchOptions } from '../../support/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/unmodified',
  workers: 2,
  fullyParallel: true,
  reporter: 'json',
  timeout: 20_000,
  expect: { timeout: 300 },
  projects: [{ name: 'desktop' }],
  use: { launchOptions },
});
