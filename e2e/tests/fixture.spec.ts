/** The fixture as a test suite meets it: Playwright's own runner, two workers, one server. */

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import type { Server } from '../support/server.ts';
import { noteStart } from '../support/starts.ts';

const SUITE = fileURLToPath(new URL('../suites/boundaries/playwright.config.ts', import.meta.url));
const RUNNER = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Runs the suite, or the part of it whose titles contain `part`. */
async function runSuite(server: Server, part = ''): Promise<{ code: number | null; output: string }> {
  // The runner tells its own workers by these variables; a suite started from within one must not inherit them.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TEST_|PW_|PLAYWRIGHT_)/.test(name));
  const env = { ...Object.fromEntries(inherited), GASOLINE_PORT: String(server.port) };
  noteStart('runner');
  return new Promise((resolve) => {
    const args = [RUNNER, 'test', '--config', SUITE, '--grep', part];
    const child = execFile(process.execPath, args, { env }, (_error, output) => {
      resolve({ code: child.exitCode, output });
    });
  });
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
  const { code } = await runSuite(server);
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
  const typed = listOf(evidence['enhanced_actions']).map(({ value }) => value);
  expect(typed).toContain('expired');
});

test('without a server the suite says what to start', async ({ server }) => {
  await server.stop();
  const { code, output } = await runSuite(server, 'known to be broken');
  expect(code).toBe(1);
  expect(output).toContain(
    `No Gasoline server answers at ${server.url}. Start one with \`gasoline --port ${server.port}\`.`,
  );
});
