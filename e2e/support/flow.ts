/** From a person's session to scripts, to runs of them against the same app, whole and broken. */

import { expect } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';
import type { Browser as PuppeteerBrowser } from 'puppeteer-core';

import { FAULTS } from '../flows/app.ts';
import type { Fault, FlowApp } from '../flows/app.ts';

import type { ChangingPage } from './changing-page.ts';
import { startFlow } from './flow-server.ts';
import type { FlowServer } from './flow-server.ts';
import { inFolder, runIn, runScripts } from './generated-tests.ts';
import type { Run, Script } from './generated-tests.ts';
import { connectAgent } from './mcp.ts';
import type { Agent, Entry } from './mcp.ts';
import { personUntilError, personWhoLooks } from './person.ts';
import { replay } from './replay.ts';
import type { Replay } from './replay.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';
import { stored } from './snapshot.ts';

/** Tests are run on the data on which they were recorded, */
const SEED = 1;

/** and on data of the same kind: other identities, order, prices and days. */
const OTHER_SEED = 2;
const ON_OTHER_DATA = 'other-data';

/** Files are not recorded; the test puts them beside the script. */
const UPLOADED = { 'certificate.pdf': 'content' };

/** Where scripts come from, and for which app. */
export interface Setting {
  readonly server: Server;
  readonly context: BrowserContext;
  readonly app: FlowApp;
  /** The context has the extension, which captures by itself; otherwise the binding does. */
  readonly hasExtension?: boolean;
}

/** Begins to capture; the answer hurries what is still on its way. */
async function capture({ server, context, app, hasExtension }: Setting): Promise<() => Promise<unknown>> {
  if (hasExtension === true) return () => Promise.resolve();
  const bound = await captureContext(context, { port: server.port, testId: app.name });
  return () => bound.drain();
}

/** Lets a person use the app under capture; the agent who reads about it afterwards. */
async function record(setting: Setting, flow: FlowServer, isBroken: boolean): Promise<Agent> {
  const { server, context, app } = setting;
  const drain = await capture(setting);
  const answered = noteAnswers(context, flow.url);
  const recorded = async (list: string): Promise<readonly Entry[]> => {
    await drain();
    return stored(server, list);
  };
  const page = await context.newPage();
  // People look at each page before they act on it, and by then it has been looked at for them.
  let seen = '';
  const look = async (): Promise<void> => {
    if (page.url() === seen) return;
    const shown = async (): Promise<boolean> => {
      // The page may have moved on meanwhile; only where somebody stays is looked at.
      seen = page.url();
      return (await recorded('dom_snapshots')).some(({ url }) => url === seen);
    };
    await expect.poll(shown, { message: `${page.url()} to be looked at` }).toBe(true);
  };
  await page.goto(`${flow.url}${app.start}`);
  await look();
  if (isBroken) await personUntilError(page, (person) => app.journey(person));
  else {
    await app.journey(personWhoLooks(page, look));
    await look();
  }
  // An answer that the page does not read is on record two seconds later; agents do not ask sooner.
  const wanted = answered();
  await expect
    .poll(async () => without(wanted, (await recorded('network_bodies')).map(exchange)))
    .toEqual([]);
  return connectAgent(server, 'http');
}

/** Earlier answers are on record, or were until newer ones took their place: some apps never stop asking. */
const RECENT_MS = 5000;

/** Notes what the app answers to its scripts; the answer lists the latest. The extension's own requests are none of its. */
function noteAnswers(context: BrowserContext, app: string): () => readonly string[] {
  const answers: { readonly exchange: string; readonly at: number }[] = [];
  context.on('requestfinished', (request) => {
    const isOfScript = ['fetch', 'xhr'].includes(request.resourceType());
    // Where a request was redirected to is nothing that a script asked for.
    const isRedirected = request.redirectedFrom() !== null;
    if (!isOfScript || isRedirected || !request.url().startsWith(app)) return;
    answers.push({ exchange: exchange({ method: request.method(), url: request.url() }), at: Date.now() });
  });
  return () => answers.filter(({ at }) => Date.now() - at < RECENT_MS).map((answer) => answer.exchange);
}

function exchange({ method, url }: Entry): string {
  return `${String(method)} ${String(url)}`;
}

/** The words of a list that another does not have, or has less often. */
function without(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const left = [...found];
  return wanted.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The test with its mocked variant and the reproduction, and the files they need. */
async function everything(
  agent: Agent,
  repeats: number,
): Promise<{ readonly scripts: Script[]; readonly files: Readonly<Record<string, string>> }> {
  const mocked = await generate(agent, 'generate_test', { fixtures: true });
  const reproduction = await generate(agent, 'get_reproduction_script');
  return {
    scripts: [
      { name: 'test', text: textIn(mocked, 'test_script'), repeats },
      { name: 'reproduction', text: textIn(reproduction, 'script'), repeats },
    ],
    files: { ...UPLOADED, 'fixtures.ts': textIn(mocked, 'fixture_file') },
  };
}

/** How often, with which faults, and where recordings are replayed. */
export interface FlowEffort {
  readonly repeats: number;
  readonly faults: readonly Fault[];
  readonly replayIn?: PuppeteerBrowser | undefined;
}

/** Runs of everything that can be made of one session. */
export interface FlowRuns {
  /** Of the test, its mocked variant and the reproduction, against the app as it was. */
  readonly whole: readonly Run[];
  /** Of the test, on other data. */
  readonly onOtherData: readonly Run[];
  /** Of the test, by the fault the app has meanwhile. */
  readonly broken: ReadonlyMap<Fault, Run>;
  /** Of the recording for Chrome's Recorder, if it was asked for. */
  readonly replayed: Replay | undefined;
}

/** Records a session, generates, and runs: `repeats` times as it was, once on other data, once with each fault. */
export async function runFlow(setting: Setting, effort: FlowEffort): Promise<FlowRuns> {
  const { repeats, faults, replayIn } = effort;
  const flow = await startFlow(setting.app, SEED);
  const agent = await record(setting, flow, false);
  const servers = await Promise.all(faults.map((fault) => startFlow(setting.app, SEED, [fault])));
  const other = await startFlow(setting.app, OTHER_SEED);
  const { scripts, files } = await everything(agent, repeats);
  const testAt = async (name: string, url: string): Promise<Script> => {
    const answer = await generate(agent, 'generate_test', { base_url: url });
    return { name, text: textIn(answer, 'test_script') };
  };
  scripts.push(await testAt(ON_OTHER_DATA, other.url));
  for (const [index, fault] of faults.entries())
    scripts.push({ ...(await testAt(fault, servers[index]?.url ?? '')), isBroken: true });
  const runs = await runScripts(scripts, files);
  const replayed = replayIn === undefined ? undefined : await replayRecording(agent, setting.app, replayIn);
  await Promise.all([agent.close(), ...[flow, other, ...servers].map((server) => server.stop())]);
  return { ...sorted(runs), replayed };
}

/** Replays the session as Chrome's Recorder would. */
async function replayRecording(agent: Agent, app: FlowApp, browser: PuppeteerBrowser): Promise<Replay> {
  const recording = await generate(agent, 'get_reproduction_script', { format: 'puppeteer-replay' });
  return replay(textIn(recording, 'script'), app.goal, browser);
}

/** Records a session and runs what is made of it, once each, against the app as it was. */
export async function runOnce(setting: Setting): Promise<readonly Run[]> {
  const flow = await startFlow(setting.app, SEED);
  const agent = await record(setting, flow, false);
  const { scripts, files } = await everything(agent, 1);
  const runs = await runScripts(scripts, files);
  await Promise.all([agent.close(), flow.stop()]);
  return runs;
}

/** Nothing but pictures can turn such a test red, and steps that cannot be done. */
export const ONLY_PICTURES = {
  network: false,
  response_shape: false,
  no_errors: false,
  dom_state: false,
  visual: true,
};

/** Runs of a test that compares pictures, and of its mocked variant. */
export interface PictureRuns {
  /** When the pictures are taken. */
  readonly taken: readonly Run[];
  /** When they are compared. */
  readonly compared: readonly Run[];
  /** Once the app looks different. */
  readonly changed: readonly Run[];
  /** Of the reproduction that brings its answers along, on an app that gives others. */
  readonly reproduction: readonly Run[];
}

/** Records a session and runs what else can be made of it: comparisons of pictures, a reproduction with fixtures. Compares
    the pictures of a page that changes by itself beside it. */
export async function runPictures(
  setting: Setting,
  change: Fault,
  changing: ChangingPage,
): Promise<PictureRuns> {
  const { app } = setting;
  const flow = await startFlow(app, SEED);
  const agent = await record(setting, flow, false);
  const changed = await startFlow(app, SEED, [change]);
  const refusing = await startFlow(app, SEED, ['wrong-status']);
  const at = (url: string): Promise<Entry> =>
    generate(agent, 'generate_test', {
      base_url: url,
      fixtures: true,
      assertions: ONLY_PICTURES,
      mask_dynamic: ['input', 'textarea'],
    });
  const reproduction = await generate(agent, 'get_reproduction_script', {
    base_url: refusing.url,
    fixtures: true,
  });
  const runs = await inFolder(async (folder): Promise<PictureRuns> => {
    const runAt = async (url: string, options: readonly string[] = []): Promise<readonly Run[]> => {
      const test = await at(url);
      const isBroken = url === changed.url;
      if (isBroken) changing.breakLayout();
      const scripts = [
        { name: 'pictures', text: textIn(test, 'test_script'), isBroken },
        { name: 'changing', text: textIn(changing.generated, 'test_script'), isBroken },
      ];
      return runIn(folder, scripts, { 'fixtures.ts': textIn(test, 'fixture_file') }, options);
    };
    return {
      taken: await runAt(flow.url, ['--update-snapshots']),
      compared: await runAt(flow.url),
      changed: await runAt(changed.url),
      reproduction: await runIn(folder, [{ name: 'reproduction', text: textIn(reproduction, 'script') }], {
        'fixtures.ts': textIn(reproduction, 'fixture_file'),
      }),
    };
  });
  await Promise.all([agent.close(), ...[flow, changed, refusing].map((server) => server.stop())]);
  return runs;
}

function sorted(runs: readonly Run[]): Omit<FlowRuns, 'replayed'> {
  const isFault = (name: string): name is Fault => FAULTS.some((fault) => fault === name);
  const broken = runs.flatMap((run) => (isFault(run.script) ? [[run.script, run] as const] : []));
  return {
    whole: runs.filter(({ script }) => !isFault(script) && script !== ON_OTHER_DATA),
    onOtherData: runs.filter(({ script }) => script === ON_OTHER_DATA),
    broken: new Map(broken),
  };
}

/** What became of the scripts of sessions in which a person met an error. */
export interface ErrorRuns {
  /** The errors that apps were told of meanwhile, by app. */
  readonly told: ReadonlyMap<string, readonly string[]>;
  readonly runs: readonly Run[];
}

/** Records the error of each app and runs its reproductions: on the broken app, and of those in `fixed` on the fixed one too. */
export async function reproduceErrors(
  browser: Browser,
  apps: readonly FlowApp[],
  fixed: readonly FlowApp[],
): Promise<ErrorRuns> {
  const sessions: (ErrorSession & { readonly app: FlowApp })[] = [];
  for (const app of apps) sessions.push({ app, ...(await recordError(browser, app, fixed.includes(app))) });
  const before = sessions.map(({ flow }) => flow.errors.length);
  const runs = await runScripts(
    sessions.flatMap(({ scripts }) => scripts),
    UPLOADED,
  );
  const flows = sessions.flatMap(({ flow, fixedFlow }) =>
    fixedFlow === undefined ? [flow] : [flow, fixedFlow],
  );
  await Promise.all(flows.map((flow) => flow.stop()));
  const told = sessions.map(({ app, flow }, index) => [app.name, flow.errors.slice(before[index])] as const);
  return { told: new Map(told), runs };
}

/** Scripts that should lead to an error once more, and the apps they run on. */
interface ErrorSession {
  readonly flow: FlowServer;
  readonly fixedFlow: FlowServer | undefined;
  readonly scripts: readonly Script[];
}

async function recordError(browser: Browser, app: FlowApp, hasFixed: boolean): Promise<ErrorSession> {
  const flow = await startFlow(app, SEED, ['thrown-error']);
  const server = await startServer();
  const context = await browser.newContext();
  const agent = await record({ server, context, app }, flow, true);
  // The browser tells us of an error before the app tells its server.
  await expect.poll(() => flow.errors.some((error) => error.includes(app.error))).toBe(true);
  const script = async (name: string, args: Entry): Promise<Script> => ({
    name,
    text: textIn(await generate(agent, 'get_reproduction_script', args), 'script'),
  });
  const scripts = [await script(app.name, {})];
  const fixedFlow = hasFixed ? await startFlow(app, SEED) : undefined;
  if (fixedFlow !== undefined) {
    const present = { expect_error: 'present' };
    const onFixed = { base_url: fixedFlow.url };
    scripts.push(
      await script(`${app.name}-present`, present),
      await script(`${app.name}-fixed`, { ...onFixed, expect_error: 'absent' }),
      await script(`${app.name}-fixed-present`, { ...onFixed, ...present }),
    );
  }
  await agent.close();
  await context.close();
  await server.stop();
  return { flow, fixedFlow, scripts };
}

/** Calls a tool for code. */
export async function generate(agent: Agent, tool: string, args: Entry = {}): Promise<Entry> {
  return agent.call(tool, { max_tokens: 20_000, ...args });
}

/** A text that an answer must have. */
export function textIn(answer: Entry, field: string): string {
  const text = answer[field];
  if (typeof text !== 'string') throw new Error(`no ${field} in ${JSON.stringify(answer)}`);
  return text;
}
