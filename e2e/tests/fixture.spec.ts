/** The fixture as a test suite meets it: Playwright's own runner, two workers, one server. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { freePort } from '../support/port.ts';
import { BINARY } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { runSuite } from '../support/suite.ts';
import type { SuiteRun } from '../support/suite.ts';

const SUITE = fileURLToPath(new URL('../suites/boundaries/playwright.config.ts', import.meta.url));

/** Runs the suite, or the part of it whose titles contain `part`. */
function runWith(port: number, part = '', env: Readonly<Record<string, string>> = {}): Promise<SuiteRun> {
  return runSuite({ config: SUITE, part, env: { GASOLINE_PORT: String(port), ...env } });
}

async function answerOf(server: Server, path: string): Promise<Entry> {
  const response = await fetch(`${server.url}${path}`);
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return { ...answer };
}

function listOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.map((entry: Entry) => entry) : [];
}

test('every test of a parallel suite has its own captured pages and its own ending', async ({ server }) => {
  test.setTimeout(180_000);
  const { code } = await runWith(server.port);
  expect(code).toBe(1);

  const tests = await answerOf(server, '/tests');
  expect(tests['running']).toEqual([]);
  const ended = listOf(tests['ended']);
  const endings = ended.map(({ title, project, retry, status }) =>
    [title, project, retry, status].join(', '),
  );
  expect(endings.sort()).toEqual([
    'clears only what is its own, desktop, 0, pass',
    'first customer pays, desktop, 0, pass',
    'is known to be broken, desktop, 0, pass',
    'is slow to start, desktop, 0, fail',
    'is slow to start, desktop, 1, pass',
    'payment is refused, desktop, 0, fail',
    'payment is refused, desktop, 1, fail',
    'second customer pays, desktop, 0, pass',
  ]);

  const refused = ended.find(({ title, retry }) => title === 'payment is refused' && retry === 0);
  const evidence = await answerOf(
    server,
    `/tests?test_id=${encodeURIComponent(String(refused?.['test_id']))}`,
  );
  const messages = listOf(evidence['logs']).map(({ message }) => message);
  expect(messages.sort()).toEqual(['Error: card refused', 'the last words']);
  const [error] = listOf(evidence['logs']);
  expect(error?.['page']).toBeDefined();
  expect(listOf(evidence['screenshots']).map(({ page }) => page)).toContain(error?.['page']);
  const typed = listOf(evidence['enhanced_actions']).map(({ value }) => value);
  expect(typed).toContain('expired');
});

test('without a server no test fails, and the worker says once that nothing is captured', async () => {
  test.setTimeout(120_000);
  const env = { GASOLINE_BINARY: '/nowhere/gasoline' };
  const { code, errors } = await runWith(await freePort(), 'known to be broken', env);
  const warnings = errors.split('\n').filter((line) => line.startsWith('[gasoline]'));
  expect({ code, warnings }).toEqual({
    code: 0,
    warnings: [
      '[gasoline] Nothing is captured in this worker: `/nowhere/gasoline` cannot be started (spawn /nowhere/gasoline ENOENT). The tests go on.',
    ],
  });
});

test('the first worker starts a server, failures carry what it saw, and it ends with the run', async () => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-fixture-'));
  const port = await freePort();
  const env = { GASOLINE_BINARY: BINARY, XDG_STATE_HOME: folder };
  const { output, errors } = await runSuite({
    config: SUITE,
    part: 'payment is refused',
    args: ['--reporter', 'json', '--retries', '0', '--trace', 'on'],
    env: { ...env, GASOLINE_PORT: String(port) },
  });
  expect(errors).toBe('');
  const names = [...output.matchAll(/"name": "(gasoline-[a-z]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['gasoline-snapshot', 'gasoline-summary', 'gasoline-screenshot']);
  await expect.poll(() => isListening(port)).toBe(false);
  const { stdout } = await promisify(execFile)(BINARY, ['report', '--port', String(port)], {
    env: { ...process.env, ...env },
  });
  expect(stdout).toContain('failed: payment is refused');
  expect(stdout).toContain('card refused');
  await rm(folder, { recursive: true, force: true });
});

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`).then(
    () => true,
    () => false,
  );
}
