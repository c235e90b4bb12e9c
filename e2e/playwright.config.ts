import { defineConfig } from '@playwright/test';

import { launchOptions } from './support/chromium.ts';
import { countStarts } from './support/starts.ts';

countStarts();

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['./support/times-reporter.ts']],
  timeout: 60_000,
  // Each expectation polls for something that has already happened and is on its way.
  expect: { timeout: 10_000 },
  use: { launchOptions },
});
