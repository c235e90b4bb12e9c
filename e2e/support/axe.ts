/** Asks axe-core what is wrong with a page. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

/** Ids of the rules a page breaks, each with the elements it breaks them at. */
export async function violations(page: Page): Promise<unknown> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated from outside: the extension's own policy forbids foreign scripts.
  await page.evaluate(source);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary)]))`);
}
