/** What a survey found, in figures. */

import { MOMENTS } from './survey.ts';
import type { Finding, Generator, Moment } from './survey.ts';

/** The percentage of what was there at a moment that was found. */
export function share(findings: readonly Finding[], moment: Moment): number {
  const there = findings.filter(({ outcomes }) => outcomes[moment] !== 'gone');
  const right = there.filter(({ outcomes }) => outcomes[moment] === 'right');
  return (right.length / there.length) * 100;
}

/** What led to another element, at any moment. */
export function wrong(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ outcomes }) => MOMENTS.some((moment) => outcomes[moment] === 'wrong'));
}

/** A line for each app and one for all. */
export function table(generator: Generator, findings: readonly Finding[]): string {
  const heads = MOMENTS.map((moment) => moment.padStart(14)).join('');
  const apps = [...new Set(findings.map(({ app }) => app))];
  const rows = apps.map((name) => {
    const own = findings.filter(({ app }) => app === name);
    return row(name, own);
  });
  return [`${generator.padEnd(12)} elements${heads}  wrong`, ...rows, row('all', findings)].join('\n');
}

function row(title: string, findings: readonly Finding[]): string {
  const count = String(findings.length).padStart(9);
  const shares = MOMENTS.map((moment) => `${share(findings, moment).toFixed(1)} %`.padStart(14)).join('');
  return `${title.padEnd(12)}${count}${shares}${String(wrong(findings).length).padStart(7)}`;
}
