/** Every element of every app that can be acted on, found again by the locator that would be recorded. */

import { FLOW_APPS } from '../flows/apps.ts';
import { expect, test } from '../support/fixtures.ts';
import { MOMENTS, survey } from '../support/survey.ts';
import type { Finding, Generator, Moment, Outcome } from '../support/survey.ts';

/** Percentages below which locators are not good enough. */
const AT_LEAST: Readonly<Record<Moment, number>> = { 'at once': 99.5, 'fresh data': 97, 'new siblings': 95 };

function share(findings: readonly Finding[], moment: Moment): number {
  return (count(findings, moment, 'right') / findings.length) * 100;
}

function count(findings: readonly Finding[], moment: Moment, outcome: Outcome): number {
  return findings.filter(({ outcomes }) => outcomes[moment] === outcome).length;
}

function wrong(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ outcomes }) => MOMENTS.some((moment) => outcomes[moment] === 'wrong'));
}

function row(title: string, findings: readonly Finding[]): string {
  const shares = MOMENTS.map((moment) => `${share(findings, moment).toFixed(1)} %`.padStart(14));
  return `${title.padEnd(12)}${String(findings.length).padStart(9)}${shares.join('')}${String(wrong(findings).length).padStart(7)}`;
}

function print(generator: Generator, findings: readonly Finding[]): void {
  const heads = MOMENTS.map((moment) => moment.padStart(14)).join('');
  const rows = FLOW_APPS.map(({ name }) =>
    row(
      name,
      findings.filter(({ app }) => app === name),
    ),
  );
  console.log([`${generator.padEnd(12)} elements${heads}  wrong`, ...rows, row('all', findings)].join('\n'));
}

test('locators find what was recorded', async ({ browser }) => {
  test.setTimeout(120_000);
  const findings: Finding[] = [];
  for (const app of FLOW_APPS) findings.push(...(await survey(browser, app, 'gasoline')));
  print('gasoline', findings);
  const notRight = findings.filter(({ outcomes }) => MOMENTS.some((moment) => outcomes[moment] !== 'right'));
  console.log(notRight.map((finding) => JSON.stringify(finding)).join('\n'));

  expect(wrong(findings)).toEqual([]);
  for (const moment of MOMENTS) {
    expect(share(findings, moment), moment).toBeGreaterThanOrEqual(AT_LEAST[moment]);
  }
});
