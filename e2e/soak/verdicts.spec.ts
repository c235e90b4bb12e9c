/**
 * App bug or test bug, on forty planted faults in a real browser. `make test` judges the committed capture of such a run, see
 * `crates/gasoline-core/src/capture_file/tests/planted.rs`; `UPDATE_GOLDEN=1` writes it.
 */

import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from '../support/fixtures.ts';
import { BINARY } from '../support/server.ts';
import { runSuite } from '../support/suite.ts';
import { startPlantedApp } from '../suites/planted/app.ts';

const SUITE = fileURLToPath(new URL('../suites/planted/playwright.config.ts', import.meta.url));
const FAULTS = fileURLToPath(new URL('../../fixtures/verdicts/faults.json', import.meta.url));
const CAPTURE = fileURLToPath(new URL('../../fixtures/verdicts/planted.gasoline', import.meta.url));

/** Of forty. */
const LEAST_RIGHT = 36;

interface Fault {
  readonly id: string;
  readonly at_fault: 'app' | 'test';
}

interface Report {
  readonly tests: readonly { readonly title: string; readonly app_error?: { readonly verdict: string } }[];
}

test('of forty planted faults at least 36 are judged right, and no fault of the app is called one of the test', async () => {
  test.setTimeout(300_000);
  const faults: readonly Fault[] = JSON.parse(await readFile(FAULTS, 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-verdicts-'));
  const app = await startPlantedApp();
  try {
    const capture = join(folder, 'planted.gasoline');
    const under = [BINARY, 'ci', '--save', capture, '--output', join(folder, 'report.txt'), '--'];
    const { code } = await runSuite({ config: SUITE, under, env: { PLANTED_APP: app.url } });
    expect(code).toBe(1);
    if (process.env['UPDATE_GOLDEN'] === '1') await copyFile(capture, CAPTURE);
    const { stdout } = await promisify(execFile)(BINARY, ['report', '--format=json', capture]);
    const { tests }: Report = JSON.parse(stdout);
    const verdicts = new Map(tests.map(({ title, app_error }) => [title, app_error?.verdict]));
    const judged = faults.map(({ id, at_fault }) => ({ id, at_fault, verdict: verdicts.get(id) }));
    expect(judged.filter(({ at_fault, verdict }) => at_fault === 'app' && verdict === 'no')).toEqual([]);
    const right = judged.filter(({ at_fault, verdict }) => verdict === (at_fault === 'app' ? 'yes' : 'no'));
    expect(right.length).toBeGreaterThanOrEqual(LEAST_RIGHT);
  } finally {
    app.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
