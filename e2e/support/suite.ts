/** Playwright's own runner as a process of its own, as a user starts it. */

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';

import { noteStart } from './starts.ts';

const RUNNER = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** How a run ended. */
export interface SuiteRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** What to run, and how. */
export interface SuiteOptions {
  /** The suite's configuration. */
  readonly config: string;
  /** Only tests whose titles contain this. */
  readonly part?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments for the runner. */
  readonly args?: readonly string[];
  /** A command that runs the runner, such as `gasoline ci --`. */
  readonly under?: readonly string[];
}

/** Runs a suite to its end. */
export async function runSuite(options: SuiteOptions): Promise<SuiteRun> {
  const { config, part = '', env = {}, args: further = [], under = [] } = options;
  // The runner tells its own workers by these variables; a suite started from within one must not inherit them.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TEST_|PW_|PLAYWRIGHT_)/.test(name));
  const command = [
    ...under,
    process.execPath,
    RUNNER,
    'test',
    '--config',
    config,
    '--grep',
    part,
    ...further,
  ];
  const [program = '', ...args] = command;
  noteStart('runner');
  return new Promise((resolve) => {
    const variables = { env: { ...Object.fromEntries(inherited), ...env }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, args, variables, (_error, output, errors) => {
      resolve({ code: child.exitCode, output, errors });
    });
  });
}
