import { defineConfig } from '@playwright/test';

import browserTests from './playwright.config.ts';

/** Tests that take minutes, for `make soak`. */
export default defineConfig(browserTests, { testDir: './soak', outputDir: './test-results' });
