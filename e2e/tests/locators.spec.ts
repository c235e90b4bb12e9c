/** Every element of every app that can be acted on, found again by the locator that would be recorded. */

import { FLOW_APPS } from '../flows/apps.ts';
import { SURVEYED_PAGES } from '../pages/pages.ts';
import { inSoak } from '../support/effort.ts';
import { expect, test } from '../support/fixtures.ts';
import { share, table, wrong } from '../support/survey-table.ts';
import { MOMENTS, survey } from '../support/survey.ts';
import type { Finding, Moment } from '../support/survey.ts';

/** Percentages below which locators are not good enough. */
const AT_LEAST: Readonly<Record<Moment, number>> = { 'at once': 99.5, 'fresh data': 97, 'new siblings': 95 };

/** Pages with the elements that are hardest to find again; the others are surveyed in `make soak`. */
const HARD = ['grid', 'shop', 'tracker', 'arabic'];

/** The apps of the flows, and pages of other kinds: what holds for one set need not hold for the other. */
const SETS = {
  apps: { apps: FLOW_APPS, elements: 200 },
  pages: inSoak(
    { apps: SURVEYED_PAGES, elements: 400 },
    { apps: SURVEYED_PAGES.filter(({ name }) => HARD.includes(name)), elements: 140 },
  ),
};

for (const [title, { apps, elements }] of Object.entries(SETS)) {
  test(`locators find what was recorded: ${title}`, async ({ browser }) => {
    test.setTimeout(180_000);
    const findings: Finding[] = [];
    for (const app of apps) findings.push(...(await survey(browser, app, 'gasoline')));
    const missed = findings.filter(({ outcomes }) =>
      MOMENTS.some((moment) => ['lost', 'wrong'].includes(outcomes[moment])),
    );
    console.log(
      [table('gasoline', findings), ...missed.map((finding) => JSON.stringify(finding))].join('\n'),
    );

    expect(findings.length).toBeGreaterThan(elements);
    expect(wrong(findings)).toEqual([]);
    for (const moment of MOMENTS) {
      expect(share(findings, moment), moment).toBeGreaterThanOrEqual(AT_LEAST[moment]);
    }
  });
}
