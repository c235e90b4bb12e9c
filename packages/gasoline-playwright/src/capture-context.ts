/**
 * Captures a browser context through a binding: no extension, no request the test could see.
 *
 * The context's pages run the CI script before any of their own code; what it captures arrives here, is completed
 * with session, tab, frame and test, and goes to the server.
 */

import { setTimeout as sleep } from 'node:timers/promises';

import type { BrowserContext, Frame, Page } from '@playwright/test';
import type { Identity } from 'gasoline-wire';
import { isRoute } from 'gasoline-wire/route';

import { fetchBeforeClose } from './before-close.ts';
import { captureOf, rememberCapture } from './captured-contexts.ts';
import { withSettings } from './capture-script.ts';
import type { CaptureScripts, Recording } from './capture-script.ts';
import { watchDocumentHeaders } from './document-headers.ts';
import type { DocumentHeaders } from './document-headers.ts';
import { createEnricher, enrichmentWish, wishFor } from './enrichment.ts';
import { InOrder } from './in-order.ts';
import { internally } from './internal-call.ts';
import { LateParts } from './late-parts.ts';
import { answerFor } from './live-link.ts';
import { watchMocks } from './mocks.ts';
import type {
  AiContextOptions,
  CaptureContextOptions,
  CaptureMode,
  ContextCapture,
  DrainReport,
} from './public.ts';
import { watchScripts } from './scripts.ts';
import { linkTo } from './server-link.ts';
import type { ServerLink } from './server-link.ts';
import { abilitiesFrom } from './version.ts';
import type { Abilities } from './version.ts';
import { watchWorkers } from './workers.ts';

/** How a context is captured. */
export interface CaptureSettings {
  readonly link: ServerLink;
  /** The test that all pages of the context belong to. */
  readonly testId?: string | undefined;
  /** The test that runs at the moment, for contexts that serve several. */
  readonly currentTest?: (() => string | undefined) | undefined;
  readonly mode?: CaptureMode | undefined;
  readonly aiContext?: AiContextOptions | false | undefined;
  readonly abilities: Abilities;
  readonly scripts: CaptureScripts;
  /** Called when the context is about to close, while its pages can still be asked. */
  readonly beforeClose?: ((context: BrowserContext) => Promise<void>) | undefined;
}

/** Global under which the CI script looks for the binding. */
const BINDING = '__gasolineBinding';

/** Keeps the script from taking the binding away. Not enumerable is the most that can be hidden then. */
const KEPT = `if (globalThis.${BINDING}) Object.defineProperty(globalThis, '${BINDING}', { __proto__: null, enumerable: false, configurable: false });`;

/** A page that shows a dialog or hangs in a loop does not answer; what it sent before is here already. */
const PAGE_ANSWER_MS = 1000;

/** Captures a context for the server that the options name. */
export async function captureWith(
  context: BrowserContext,
  options: CaptureContextOptions,
  scripts: (recording: Recording) => CaptureScripts,
): Promise<ContextCapture> {
  const { host = '127.0.0.1', port, session, mode, aiContext, record = true } = options;
  const { GASOLINE_TEST_ID: named } = process.env;
  const testId = options.testId ?? (named === '' ? undefined : named);
  const link = linkTo({ address: { host, port }, session });
  return captureOn(context, {
    link,
    testId,
    mode,
    aiContext,
    abilities: abilitiesFrom(__filename, '@playwright/test'),
    scripts: scripts(record ? 'recording' : 'no recording'),
  });
}

/** Starts capture. Call before the context has pages: documents already loaded are not captured. */
export async function captureOn(context: BrowserContext, settings: CaptureSettings): Promise<ContextCapture> {
  const known = captureOf(context);
  if (known !== undefined) return known;
  if (!(await settings.link.open())) return notCaptured(settings.link);
  return internally(context, () => install(context, settings));
}

async function install(context: BrowserContext, settings: CaptureSettings): Promise<ContextCapture> {
  const { delivery } = settings.link;
  const documents = watchAnswers(context);
  const scripts = watchScripts(context);
  const enricher = createEnricher(context, delivery);
  const wish = enrichmentWish(settings.aiContext ?? {});
  const identify = identifier(settings);
  const workers = watchWorkers(context, {
    identify: (page) =>
      page === null ? { session: settings.link.session } : identify(page, page.mainFrame()),
    testId: () => settings.currentTest?.() ?? settings.testId,
    send: (entry) => void delivery.add({ route: '/logs', entries: [entry] }),
  });
  const inOrder = new InOrder();
  const lateParts = new LateParts(wish === undefined ? undefined : settings.scripts.late);
  const allTaken = (frames: readonly Frame[]): Promise<void> =>
    internally(context, async () => {
      await lateParts.settled();
      await allArrived(frames);
      await inOrder.settled();
      workers.settle();
    });
  await context.exposeBinding(BINDING, async ({ page, frame }, text: string) => {
    const message: unknown = JSON.parse(text);
    if (!isMessage(message) || !isRoute(message.path)) return undefined;
    const identity = identify(page, frame);
    const route = message.path;
    const captured = Object.values(message.body).flat();
    for (const entry of captured) {
      workers.pageTold(entry);
      lateParts.take(entry, frame);
      const document = documentOf(entry);
      if (document !== undefined && frame === page.mainFrame()) settings.link.documents.set(page, document);
    }
    // Asked now: when its turn comes, the frame may have its next document.
    const completed = Promise.all(captured.map((entry) => documents.completed(entry, frame)));
    await inOrder.run(async () => {
      const entries = (await completed).map((entry) => JSON.stringify({ ...identity, ...entry }));
      delivery.add({ route, entries });
      if (wish === undefined) return;
      const wanted = wishFor(frame, wish, scripts);
      for (const entry of entries)
        if (route === '/logs') enricher.take(entry, wanted);
        else enricher.takeRequest(entry, route, wanted);
    });
    if (!settings.abilities.hidesBeacons) return undefined;
    // With its tab the page may send by beacon what it has to say while it is left.
    const passes = await documents.letBeaconsPass(frame, documentUrlOf(captured[0]));
    return passes ? [identity.tab, identity.test_id] : undefined;
  });
  const content = withSettings(await settings.scripts.first(), pageSettings(settings));
  await context.addInitScript({
    content: settings.abilities.hidesBindings ? content : `${KEPT}\n${content}`,
  });
  const drain = async (): Promise<DrainReport> => {
    await allTaken(context.pages().flatMap((page) => page.frames()));
    await enricher.settled();
    return delivery.settle();
  };
  fetchBeforeClose(context, allTaken, async () => {
    await settings.beforeClose?.(context);
    await drain();
  });
  const { link, testId, scripts: runs } = settings;
  const ofTest = testId === undefined ? {} : { test_id: testId };
  if (runs.live !== undefined)
    answerFor(context, link, {
      script: runs.live,
      identify: (page) => ({ ...ofTest, ...identify(page, page.mainFrame()) }),
    });
  return rememberCapture(context, { drain });
}

/** What the browser's side knows of documents and of answers that a test made up. */
function watchAnswers(context: BrowserContext): DocumentHeaders {
  const documents = watchDocumentHeaders(context);
  const mocks = watchMocks(context);
  return {
    ...documents,
    completed: async (entry, frame) => mocks.marked(await documents.completed(entry, frame)),
  };
}

function notCaptured({ problem }: ServerLink): ContextCapture {
  const report: DrainReport = { delivered: 0, rejected: 0, dropped: 0, waiting: 0, lastFailure: problem };
  return { drain: () => Promise.resolve(report) };
}

type Identify = (page: Page, frame: Frame) => Identity;

/** Names session, tab, frame and the test that runs now. */
function identifier({ link, currentTest }: CaptureSettings): Identify {
  return (page, frame) => {
    const testId = currentTest?.();
    return {
      session: link.session,
      tab: link.tabNumber(page),
      frame: frame === page.mainFrame() ? '0' : link.frameNumber(frame),
      ...(testId === undefined ? {} : { test_id: testId }),
    };
  };
}

/** The document that an entry is of. */
function documentOf({ page }: { page?: unknown }): string | undefined {
  return typeof page === 'string' ? page : undefined;
}

/** Where an entry arose: of requests the address stands apart from that of the document. */
function documentUrlOf(entry: object | undefined): string {
  const { url, pageUrl = url }: { url?: unknown; pageUrl?: unknown } = entry ?? {};
  return typeof pageUrl === 'string' ? pageUrl : '';
}

/** What the CI script sends: a path of the server and the body for it, one array of entries. */
interface Message {
  readonly path: string;
  readonly body: Readonly<Record<string, readonly object[]>>;
}

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'body' in value &&
    typeof value.body === 'object' &&
    value.body !== null &&
    Object.values(value.body).every(Array.isArray)
  );
}

/** What the page's script is told, by the names of its globals. */
function pageSettings({ link, testId, mode, aiContext = {} }: CaptureSettings): Record<string, unknown> {
  const { host, port } = link.address;
  const parts = aiContext === false ? {} : aiContext;
  return {
    __GASOLINE_HOST: host,
    __GASOLINE_PORT: port,
    // For what leaves by beacon while the page goes, which does not pass here.
    __GASOLINE_SESSION: link.session,
    __GASOLINE_TEST_ID: testId,
    __GASOLINE_CAPTURE_MODE: mode,
    __GASOLINE_AI_CONTEXT: aiContext === false ? false : undefined,
    __GASOLINE_AI_CONTEXT_SOURCE_SNIPPETS: parts.sourceSnippets,
    __GASOLINE_AI_CONTEXT_COMPONENT_TREE: parts.componentTree,
    __GASOLINE_AI_CONTEXT_STATE_SNAPSHOT: parts.stateSnapshot,
  };
}

/** How long a page may read on in the answers to its requests before it hands over what there is. */
const READING_MS = 200;

/** Makes a page send what it holds back. The mark is the one by which scripts of ours know a captured window. */
const FLUSH = `window[Symbol.for('gasoline.capture')]?.flush?.(${READING_MS})`;

/** A frame answers after it has sent its earlier messages, so an answer means that they are here. */
async function allArrived(frames: readonly Frame[]): Promise<void> {
  // A frame that is gone cannot answer; what it sent came before the news of its end.
  const answers = Promise.allSettled(frames.map(flushed));
  await Promise.race([answers, sleep(PAGE_ANSWER_MS, undefined, { ref: false })]);
}

async function flushed(frame: Frame): Promise<void> {
  try {
    await frame.evaluate(FLUSH);
  } catch {
    // On the way to its next document, which has something to say, too.
    await frame.evaluate(FLUSH);
  }
}
