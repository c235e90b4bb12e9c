import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

export default defineConfig({
  define: { GASOLINE_VERSION: JSON.stringify(version) },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'scripts/test/*.test.mjs'],
    environment: 'node',
    // Nothing here waits for time to pass; a busy machine is no fault.
    testTimeout: 60_000,
  },
});
