/** The only writer to standard output: one JSON line a figure as it becomes known, a table at the end. */

import { appendFileSync } from 'node:fs';

import { figureLine, verdictOf } from './figure.ts';
import type { Figure, Unit, Verdict } from './figure.ts';

/** What has been measured so far. */
export class Report {
  readonly #figures: Figure[] = [];
  readonly #failures: { readonly group: string; readonly reason: string }[] = [];
  readonly #file: string | undefined;

  /** A report that also appends its JSON lines to a file. */
  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** Adds a figure. */
  add(figure: Figure): void {
    this.#figures.push(figure);
    this.#line(figureLine(figure));
  }

  /** Adds a group that could not be measured. */
  failed(group: string, reason: unknown): void {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    this.#failures.push({ group, reason: text });
    this.#line(JSON.stringify({ figure: group, ok: false, error: text }));
  }

  /** Prints everything once more, for people. */
  printTable(): void {
    console.log(`\n${row('figure', 'value', 'limit', '')}`);
    for (const figure of this.#figures) {
      const limit = figure.limit === undefined ? '' : `≤ ${withUnit(figure.limit, figure.unit)}`;
      console.log(row(figure.figure, withUnit(figure.value, figure.unit), limit, WORDS[verdictOf(figure)]));
    }
    for (const { group, reason } of this.#failures) console.log(`${group} could not be measured: ${reason}`);
  }

  /** Whether everything was measured and nothing is certainly worse than it should be. */
  isAcceptable(): boolean {
    return this.#failures.length === 0 && !this.#figures.some((figure) => verdictOf(figure) === 'far_off');
  }

  #line(line: string): void {
    console.log(line);
    if (this.#file !== undefined) appendFileSync(this.#file, `${line}\n`);
  }
}

const WORDS: Readonly<Record<Verdict, string>> = {
  reported: '',
  tenth: 'ok, within a tenth',
  met: 'ok',
  missed: 'missed',
  far_off: 'FAR OFF',
};

function row(name: string, value: string, limit: string, verdict: string): string {
  return `${name.padEnd(34)} ${value.padStart(16)} ${limit.padStart(16)}  ${verdict}`.trimEnd();
}

function withUnit(value: number, unit: Unit): string {
  switch (unit) {
    case 'microseconds':
      return `${value.toFixed(1)} µs`;
    case 'milliseconds':
      return `${value.toFixed(2)} ms`;
    case 'bytes':
      return `${(value / 1000).toFixed(1)} KB`;
    default:
      return `${value}`;
  }
}
