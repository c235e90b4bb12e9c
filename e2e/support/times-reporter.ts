/**
 * Where the time of the browser tests goes: seconds by file, and starts. `make test-times` prints it.
 *
 * A run of the whole suite fails where it starts more than `starts.json` allows: time is lost one start at a time, and nobody
 * notices a single one.
 */

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

import { KINDS, readStarts, resetStarts } from './starts.ts';
import type { Starts } from './starts.ts';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));
const TIMES = fileURLToPath(new URL('../../target/test-times/browser.json', import.meta.url));
const ALLOWED = fileURLToPath(new URL('../starts.json', import.meta.url));

interface FileTimes {
  tests: number;
  seconds: number;
}

export default class TimesReporter implements Reporter {
  readonly #files = new Map<string, FileTimes>();

  onBegin(): void {
    resetStarts();
  }

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const name = relative(FOLDER, location.file);
    const { tests, seconds } = this.#files.get(name) ?? { tests: 0, seconds: 0 };
    this.#files.set(name, { tests: tests + 1, seconds: seconds + duration / 1000 });
  }

  async onEnd({ status, duration }: FullResult): Promise<{ status: FullResult['status'] }> {
    const starts = readStarts();
    const files = Object.fromEntries(this.#files);
    await writeFile(TIMES, JSON.stringify({ seconds: duration / 1000, files, starts }));
    // Of a part of the suite nothing follows, and after a failure browsers are started anew.
    if (process.env['GASOLINE_WHOLE_SUITE'] !== '1' || status !== 'passed') return { status };
    return { status: isAllowed(starts) ? status : 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Whether no kind was started more often than allowed; says what to do if so, or if it could be less. */
function isAllowed(starts: Starts): boolean {
  const allowed: Starts = JSON.parse(readFileSync(ALLOWED, 'utf8'));
  for (const kind of KINDS)
    if (starts[kind] !== allowed[kind])
      console.log(`${kind}: ${starts[kind]} starts, e2e/starts.json allows ${allowed[kind]}`);
  const isMore = KINDS.some((kind) => starts[kind] > allowed[kind]);
  if (isMore)
    console.log(
      'Use the browsers that are there (`extension`, `bound`, `browsers`) where a test does not need its own. ' +
        'Where it does, raise the number in e2e/starts.json and say why in the commit.',
    );
  return !isMore;
}
