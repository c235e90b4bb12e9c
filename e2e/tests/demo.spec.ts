/** `make demo`, as people see it. */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { BINARY } from '../support/server.ts';

const DEMO = fileURLToPath(new URL('../../demo/demo.mjs', import.meta.url));
const GOLDEN = fileURLToPath(new URL('./golden/demo.txt', import.meta.url));

/** Figures, addresses and ids as placeholders, so that two runs print the same. */
function normalised(output: string): string {
  return (
    output
      .replaceAll(/localhost:\d+/g, 'localhost:PORT')
      .replaceAll(/\b[0-9A-F]{32}\b/g, 'TAB')
      .replaceAll(/\b[0-9a-f]{20}-\d+\b/g, 'REQUEST')
      .replaceAll(/"[0-9a-f]{8}-(\d+)"/g, '"SOCKET-$1"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/"date": "[^"]*"/g, '"date": "DATE"')
      .replaceAll(/\b\d+(?:\.\d)? m?s before/g, 'FIGURE before')
      .replaceAll(/ in \d+ ms, /g, ' in FIGURE, ')
      // Which requests had ended shortly before depends on how fast the machine is.
      .replaceAll(/,\s*"recent_requests": \[[^\]]*\]/g, '')
      .replaceAll(
        /"(ts|sent|answered|ended|duration|duration_ms|perSecond|age)": ("[\d.]+m?s"|[\d.]+)/g,
        '"$1": FIGURE',
      )
  );
}

test('the demo prints what an agent would get', async () => {
  const env = { ...process.env, GASOLINE_BINARY: BINARY, CHROMIUM_PATH: launchOptions.executablePath };
  const { stdout } = await promisify(execFile)(process.execPath, [DEMO], { env });
  // As with other golden files: `UPDATE_GOLDEN=1` writes it anew.
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(GOLDEN, normalised(stdout));
  expect(normalised(stdout)).toBe(await readFile(GOLDEN, 'utf8'));
});
