/** A suite of its own, run by `tests/fixture.spec.ts` as a user would run theirs. */

import { defineConfig } from '@playwright/test';

import { launchOptions } from '../../support/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/boundaries',
  workers: 2,
  fullyParallel: true,
  retries: 1,
  reporter: 'line',
  timeout: 20_000,
  projects: [{ name: 'desktop' }],
  use: { launchOptions },
});
