/**
 * Playwright's `test` with everything captured that its tests open.
 *
 *     import { expect, test } from 'gasoline-playwright';
 *
 * Each worker connects to the server once. Each test is announced to it, and when it ends what its pages sent last is waited for.
 */

import { chromium, test as base } from '@playwright/test';
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestInfo,
  TestType,
  WorkerInfo,
} from '@playwright/test';

import { installedScripts } from './capture-script.ts';
import { drainAll } from './captured-contexts.ts';
import { binaryFromEnvironment, ciPort, hostFromEnvironment, portFromEnvironment } from './environment.ts';
import type { Gasoline, GasolineFixtures, GasolineTestOptions, GasolineWorkerOptions } from './public.ts';
import { linkTo } from './server-link.ts';
import type { ServerLink } from './server-link.ts';
import { serverStarter } from './server-start.ts';
import { listenForContexts, SuiteCapture } from './suite-capture.ts';
import { failureSummary } from './summary.ts';
import { endOf, hasFailed, startOf, testIdentity } from './test-identity.ts';
import { abilitiesFrom } from './version.ts';

interface WorkerFixtures {
  gasolineWorker: WorkerCapture;
}

/** What a worker has. */
interface WorkerCapture {
  readonly link: ServerLink;
  readonly suite: SuiteCapture | undefined;
}

/** Neither in the report nor counted in a test's own time. */
const UNSEEN = { auto: true, box: true, title: 'gasoline', timeout: 30_000 } as const;

export const gasolineTest: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & GasolineFixtures & GasolineTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & GasolineWorkerOptions
> = base.extend<
  GasolineFixtures & GasolineTestOptions & { gasolineTestRun: undefined },
  GasolineWorkerOptions & WorkerFixtures
>({
  gasolinePort: [portFromEnvironment(), { option: true, scope: 'worker' }],
  gasolineHost: [hostFromEnvironment(), { option: true, scope: 'worker' }],
  gasolineAutoStart: [true, { option: true, scope: 'worker' }],
  gasolineBinary: [binaryFromEnvironment(), { option: true, scope: 'worker' }],
  gasolineCaptureMode: ['all', { option: true, scope: 'worker' }],
  gasolineAiContext: [{}, { option: true, scope: 'worker' }],
  gasolineRecord: [false, { option: true, scope: 'worker' }],
  gasolineAttachOnFailure: [true, { option: true }],

  gasolineWorker: [
    async (
      {
        gasolinePort: port,
        gasolineHost: host,
        gasolineAutoStart: autoStart,
        gasolineBinary: binary,
        gasolineCaptureMode: mode,
        gasolineAiContext: aiContext,
        gasolineRecord: record,
      },
      use,
      info,
    ) => {
      const ci = ciPort();
      if (ci !== undefined) {
        await use({ link: linkTo({ address: { host: '127.0.0.1', port: ci } }), suite: undefined });
        return;
      }
      const start = autoStart ? serverStarter({ binary, origins: originsOf(info) }) : undefined;
      const link = linkTo({ address: { host, port }, start });
      const suite = new SuiteCapture({
        link,
        scripts: installedScripts(record ? 'recording' : 'no recording'),
        abilities: abilitiesFrom(__filename, '@playwright/test'),
        mode,
        aiContext,
        currentTest,
      });
      await link.open();
      const stop = listenForContexts(chromium, (context) => suite.capture(context));
      if (stop === undefined) link.turnOff('this version of Playwright does not tell of new contexts');
      await use({ link, suite });
      stop?.();
    },
    { ...UNSEEN, scope: 'worker' },
  ],

  gasolineTestRun: [
    async ({ gasolineWorker: { link, suite }, gasolineAttachOnFailure: attaches }, use, info) => {
      // Under `gasoline ci` its reporter tells of every test.
      if (suite !== undefined) await link.mark(startOf(info));
      await use(undefined);
      await (suite === undefined ? drainAll() : suite.finishTest());
      if (attaches && hasFailed(info) && link.problem === undefined) await attach(info, link, suite);
      if (suite !== undefined) await link.mark(endOf(info));
    },
    UNSEEN,
  ],

  gasoline: [
    async ({ gasolineWorker: { link } }, use, info) => {
      await use(questions(link, testIdentity(info)));
    },
    { box: true },
  ],
});

function questions(link: ServerLink, testId: string): Gasoline {
  return {
    testId,
    async getSnapshot(since) {
      await drainAll();
      return link.snapshot(testId, since);
    },
    async clear() {
      // What is still on its way would arrive after the clearing.
      await drainAll();
      await link.clear(testId);
    },
    async markTest(id, action) {
      await link.mark({ test_id: id, action });
    },
  };
}

/** Pushed rather than attached: `attach` would be a step of the test. */
async function attach(info: TestInfo, link: ServerLink, suite: SuiteCapture | undefined): Promise<void> {
  const id = testIdentity(info);
  const snapshot = await link.snapshot(id);
  if (snapshot.unavailable !== undefined) return;
  const json = Buffer.from(JSON.stringify(snapshot, null, 2));
  const summary = Buffer.from(failureSummary(snapshot));
  info.attachments.push({ name: 'gasoline-snapshot', contentType: 'application/json', body: json });
  info.attachments.push({ name: 'gasoline-summary', contentType: 'text/plain', body: summary });
  for (const { bytes, contentType } of suite?.takePictures(id) ?? [])
    info.attachments.push({ name: 'gasoline-screenshot', contentType, body: bytes });
}

function currentTest(): TestInfo | undefined {
  try {
    return base.info();
  } catch {
    // No test runs: Playwright offers no other way to ask.
    return undefined;
  }
}

/** Where the suite's pages come from: they may send by themselves what they have to say while they are left. */
function originsOf({ project }: WorkerInfo): readonly string[] {
  const { baseURL } = project.use;
  return baseURL !== undefined && URL.canParse(baseURL) ? [new URL(baseURL).origin] : [];
}
