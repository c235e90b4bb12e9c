/** `gasoline ci` as a suite meets it that was not written for it. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { findTool } from '../support/selenium.ts';
import { BINARY } from '../support/server.ts';
import { noteStart } from '../support/starts.ts';
import { runSuite } from '../support/suite.ts';

const SUITE = fileURLToPath(new URL('../suites/unmodified/playwright.config.ts', import.meta.url));

interface Reported {
  readonly title: string;
  readonly retry?: number;
  readonly status: string;
  readonly errors?: readonly { readonly kind: string; readonly message: string }[];
  readonly runner_errors?: readonly { readonly message: string; readonly file?: string }[];
  readonly network_failures?: readonly { readonly url: string; readonly mocked?: string }[];
  readonly app_error?: { readonly verdict: string; readonly reasons: readonly string[] };
}

interface Report {
  readonly summary: Readonly<Record<string, number>>;
  readonly tests: readonly Reported[];
}

/** What the console of each test's pages printed, by title. */
function printed({ tests }: Report): Record<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const { title, retry = 0, errors = [] } of tests) {
    const logged = errors.filter(({ kind }) => kind !== 'exception');
    messages.set(
      `${title} ${retry}`,
      logged.map(({ message }) => message),
    );
  }
  return Object.fromEntries(messages);
}

test('an unmodified suite is captured test by test, and ends with its own exit code and a report', async () => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-ci-test-'));
  try {
    const capture = join(folder, 'run.gasoline');
    const under = [BINARY, 'ci', '--save', capture, '--output', join(folder, 'report.txt'), '--'];
    const { code, errors } = await runSuite({
      config: SUITE,
      under,
      env: { NODE_OPTIONS: '--no-deprecation' },
    });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(await readFile(join(folder, 'report.txt'), 'utf8')).toContain(
      '11 tests: 7 passed (1 flaky), 4 failed',
    );
    const { stdout } = await promisify(execFile)(BINARY, [
      'report',
      '--format=json',
      '--severity=info',
      capture,
    ]);
    const report: Report = JSON.parse(stdout);
    expect(report.summary).toEqual({ tests: 11, passed: 7, failed: 4, flaky: 1, unknown: 0 });
    expect(printed(report)).toEqual({
      'pays 0': ['pays'],
      'the app breaks 0': ['the app breaks'],
      'the test is wrong 0': [],
      'the test refuses requests 0': [],
      'unsteady › is slow once 0': ['attempt 0'],
      'unsteady › is slow once 1': ['attempt 1'],
      'runs out of time 0': ['runs out of time'],
      'needs no page 0': [],
      'makes its own pages 0': ['own context', 'own popup', 'own page'],
      'one page for several tests › first 0': ['shared first'],
      'one page for several tests › second 0': ['shared second'],
      'one page for several tests › third 0': ['shared third'],
    });
    const broken = report.tests.find(({ title }) => title === 'the app breaks');
    expect(broken?.app_error).toEqual({ verdict: 'yes', reasons: ['uncaught Error: card refused'] });
    const refusing = report.tests.find(({ title }) => title === 'the test refuses requests');
    expect(refusing?.app_error?.verdict).toBe('unknown');
    expect(refusing?.network_failures?.map(({ url, mocked }) => [url, mocked]).sort()).toEqual([
      ['/api/cart', 'yes'],
      ['/api/stock', 'perhaps'],
    ]);
    expect(broken?.runner_errors?.[0]?.message).toContain('Thank you');
    expect(broken?.runner_errors?.[0]?.file).toMatch(/suites\/unmodified\/shop\.spec\.ts$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const SHOP = `
  <button onclick="setTimeout(() => { throw new Error('card refused') }); document.body.append(document.createElement('output'))">
    Pay
  </button>`;

/** The report on a suite of another runner, and how it ended. */
async function reportOn(...command: readonly string[]): Promise<{ code: number | null; report: Report }> {
  const { executablePath = '' } = launchOptions;
  const env = { ...process.env, CHROME_BIN: executablePath, PUPPETEER_EXECUTABLE_PATH: executablePath };
  noteStart('runner');
  return new Promise((resolve, reject) => {
    const child = execFile(
      BINARY,
      ['ci', '--format', 'json', '--', ...command],
      { env },
      (_error, output, errors) => {
        if (output === '') reject(new Error(errors));
        else resolve({ code: child.exitCode, report: JSON.parse(output) });
      },
    );
  });
}

function thrown({ tests }: Report): readonly (readonly [string, string | undefined])[] {
  return tests.map(({ title, errors }) => [title, errors?.find(({ kind }) => kind === 'exception')?.message]);
}

test('browsers that Puppeteer starts are captured', async ({ pages }) => {
  const suite = fileURLToPath(new URL('../suites/puppeteer/shop.mjs', import.meta.url));
  const { code, report } = await reportOn(process.execPath, suite, pages.add('/', SHOP));
  expect(code).toBe(3);
  expect(thrown(report)).toEqual([[undefined, 'Error: card refused']]);
});

test('browsers that Selenium starts are captured, under the test that the suite names', async ({ pages }) => {
  test.setTimeout(120_000);
  const suite = fileURLToPath(new URL('../selenium/suite.py', import.meta.url));
  const python = findTool('SELENIUM_PYTHON', 'find-selenium.sh');
  const chromedriver = findTool('CHROMEDRIVER_PATH', 'find-chromedriver.sh');
  const { code, report } = await reportOn(python, suite, chromedriver, pages.add('/', SHOP));
  expect(code).toBe(0);
  expect(thrown(report)).toEqual([['pays', 'Error: card refused']]);
  expect(report.tests[0]?.app_error?.verdict).toBe('yes');
});
