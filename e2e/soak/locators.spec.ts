/** How Playwright's own generator does on the same elements: for scale, its figures are no limit. */

import { FLOW_APPS } from '../flows/apps.ts';
import { expect, test } from '../support/fixtures.ts';
import { survey } from '../support/survey.ts';
import type { Finding } from '../support/survey.ts';
import { table } from '../support/survey-table.ts';

test("Playwright's own generator on the same elements", async ({ browser }) => {
  test.setTimeout(300_000);
  const findings: Finding[] = [];
  for (const app of FLOW_APPS) findings.push(...(await survey(browser, app, 'playwright')));
  console.log(table('playwright', findings));
  expect(findings.length).toBeGreaterThan(200);
});
