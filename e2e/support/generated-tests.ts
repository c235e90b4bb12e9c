/** Runs generated scripts as their readers will: `playwright test`, in a folder of their own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { launchOptions } from './chromium.ts';
import { noteStart } from './starts.ts';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** What is typed into password fields, which are not recorded. */
const ENVIRONMENT = { GASOLINE_PASSWORD: 'correct horse' };

/** A script and how often it is run. */
export interface Script {
  /** File name without ending. */
  readonly name: string;
  readonly text: string;
  readonly repeats?: number;
  /** The app it runs against is, so something will be waited for in vain. */
  readonly isBroken?: boolean;
}

/** One run of one test. */
export interface Run {
  readonly script: string;
  readonly title: string;
  readonly isGreen: boolean;
  /** Why it is red, in a line. */
  readonly reason: string;
}

/** Runs scripts; `files` stand beside them. */
export async function runScripts(
  scripts: readonly Script[],
  files: Readonly<Record<string, string>> = {},
): Promise<readonly Run[]> {
  return inFolder((folder) => runIn(folder, scripts, files));
}

/** Lends a folder in which scripts can be run more than once: the pictures they keep stay there. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-flow-'));
  await symlink(NODE_MODULES, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const result = await use(folder);
  await rm(folder, { recursive: true });
  return result;
}

/** Runs scripts in such a folder, with options of Playwright's command line. */
export async function runIn(
  folder: string,
  scripts: readonly Script[],
  files: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<readonly Run[]> {
  await writeFile(join(folder, 'playwright.config.js'), configuration(scripts));
  for (const { name, text } of scripts) await writeFile(join(folder, `${name}.spec.ts`), text);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const said = await playwright(folder, options);
  return runsOf(await readReport(folder, said));
}

/** What comes in vain is not waited for as long as what comes late on a busy machine. */
const WAITS = { broken: { expect: 3000, action: 4000 }, whole: { expect: 15_000, action: 20_000 } };

function configuration(scripts: readonly Script[]): string {
  const settings = {
    workers: 2,
    fullyParallel: true,
    timeout: 60_000,
    reporter: [['json', { outputFile: 'report.json' }]],
    use: { launchOptions },
    projects: scripts.map(project),
  };
  return `export default ${JSON.stringify(settings)};`;
}

function project({ name, repeats = 1, isBroken = false }: Script): object {
  const waits = WAITS[isBroken ? 'broken' : 'whole'];
  return {
    name,
    testMatch: `${name}.spec.ts`,
    repeatEach: repeats,
    expect: { timeout: waits.expect },
    use: { actionTimeout: waits.action },
  };
}

async function playwright(folder: string, options: readonly string[]): Promise<string> {
  const cli = join(NODE_MODULES, '@playwright/test/cli.js');
  const environment = Object.entries({ ...process.env, ...ENVIRONMENT });
  noteStart('runner');
  const child = spawn(process.execPath, [cli, 'test', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The runner around this one tells its children who they are; these are strangers.
    env: Object.fromEntries(environment.filter(([name]) => !/^(TEST_|PLAYWRIGHT|PW_)/.test(name))),
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  await once(child, 'close');
  return said.join('');
}

/** The parts of Playwright's report that are read here. */
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly results: readonly {
        readonly status: string;
        readonly errors: readonly { message?: string }[];
      }[];
    }[];
  }[];
}

interface Report extends Suite {
  readonly errors: readonly { message?: string }[];
}

async function readReport(folder: string, said: string): Promise<Report> {
  try {
    // Playwright's own file; a change of its form would leave no runs, and every test here wants some.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    const [error] = report.errors;
    if (error !== undefined) throw new Error(error.message);
    return report;
  } catch (error) {
    throw new Error(`the scripts did not run in ${folder}:\n${said}`, { cause: error });
  }
}

function runsOf(suite: Suite): readonly Run[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.flatMap(({ projectName, results }) =>
      results.map(({ status, errors }) => ({
        script: projectName,
        title,
        isGreen: status === 'passed',
        reason: errors.map(({ message = '' }) => inOneLine(message)).join(' | '),
      })),
    ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(runsOf)];
}

const MAX_REASON = 400;

function inOneLine(message: string): string {
  return message
    .replaceAll(/\u001b\[\d+m/g, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_REASON);
}
