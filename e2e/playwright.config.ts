import { defineConfig } from '@playwright/test';

import { launchOptions } from './support/chromium.ts';

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  timeout: 60_000,
  // Each expectation polls for something that has already happened and is on its way.
  expect: { timeout: 10_000 },
  use: { launchOptions },
});
