/** The size of what is put into a page. */

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

import type { Group } from '../bench.ts';

/** Bytes of the page script, gzipped. */
const BUDGET_BYTES = 40_000;

const BUNDLES = [
  { figure: 'extension_page_script', path: 'packages/gasoline-extension/dist/page.js' },
  { figure: 'ci_script', path: 'packages/gasoline-ci/dist/gasoline-ci.min.js' },
];

/** The bundles that run in pages. */
export const measureBundles: Group = async (_bench, add) => {
  for (const { figure, path } of BUNDLES) {
    const bytes = await readFile(new URL(`../../../${path}`, import.meta.url));
    const gzipped = gzipSync(bytes, { level: 9 }).length;
    add({
      figure: `${figure}_gzipped`,
      value: gzipped,
      unit: 'bytes',
      limit: BUDGET_BYTES,
      detail: { raw: bytes.length },
    });
  }
};
