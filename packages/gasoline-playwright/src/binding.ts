/**
 * Captures a browser context through a binding: no extension, no request the test could see.
 *
 * The context's pages run the CI script before any of their own code; what it captures arrives here, is completed
 * with session, tab and frame, and goes to the server.
 */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { Delivery } from 'gasoline-delivery';
import type { DeliveryReport } from 'gasoline-delivery';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import type { Identity } from 'gasoline-wire';
import { isRoute } from 'gasoline-wire/route';

import type { AiContextOptions } from './ai-context.ts';
import { fetchBeforeClose } from './before-close.ts';
import { watchDocumentHeaders } from './document-headers.ts';
import { createEnricher, enrichmentWish, wishFor } from './enrichment.ts';
import { InOrder } from './in-order.ts';
import { serverUrl } from './server.ts';

/** How much is captured: everything, or what tells that something went wrong and how it came about. */
export type CaptureMode = 'all' | 'errors-only';

/** Where to send, and for which test. */
export interface CaptureContextOptions {
  readonly port: number;
  readonly host?: string;
  /** `GASOLINE_TEST_ID` by default. */
  readonly testId?: string;
  /** Everything by default. */
  readonly mode?: CaptureMode;
  /** What is found out about errors after they were reported; false for nothing. */
  readonly aiContext?: AiContextOptions | false;
  /** Capture session; one per worker process makes sense, and a new one is the default. */
  readonly session?: string;
}

/** A context under capture. */
export interface ContextCapture {
  /** Waits until everything captured so far is with the server, and says what became of it. */
  drain(): Promise<DeliveryReport>;
}

/** Global under which the CI script looks for the binding. */
const BINDING = '__gasolineBinding';

/** A page that shows a dialog or hangs in a loop does not answer; what it sent before is here already. */
const PAGE_ANSWER_MS = 1000;

/** Starts capture. Call before the context has pages: documents already loaded are not captured. */
export async function captureContext(
  context: BrowserContext,
  options: CaptureContextOptions,
): Promise<ContextCapture> {
  const host = options.host ?? '127.0.0.1';
  const server = serverUrl({ host, port: options.port });
  const session = options.session ?? randomUUID();
  const identify = identifier(session);
  const delivery = new Delivery({
    client: 'ci',
    version: await packageVersion(),
    server: () => Promise.resolve(server),
    session: () => Promise.resolve(session),
  });
  const documents = watchDocumentHeaders(context);
  const enricher = createEnricher(context, delivery);
  const wish = enrichmentWish(options.aiContext ?? {});
  const inOrder = new InOrder();
  const allTaken = async (frames: readonly Frame[]): Promise<void> => {
    await allArrived(frames);
    await inOrder.settled();
  };
  await context.exposeBinding(BINDING, async ({ page, frame }, text: string) => {
    const message: unknown = JSON.parse(text);
    if (!isMessage(message) || !isRoute(message.path)) return undefined;
    const identity = identify(page, frame);
    const route = message.path;
    const captured = Object.values(message.body).flat();
    // Asked now: when its turn comes, the frame may have its next document.
    const completed = Promise.all(captured.map((entry) => documents.completed(entry, frame)));
    await inOrder.run(async () => {
      const entries = (await completed).map((entry) => JSON.stringify({ ...identity, ...entry }));
      delivery.add({ route, entries });
      if (route === '/logs' && wish !== undefined)
        for (const entry of entries) enricher.take(entry, wishFor(frame, wish));
    });
    // With its tab the page may send by beacon what it has to say while it is left.
    const passes = await documents.letBeaconsPass(frame, documentUrlOf(captured[0]));
    return passes ? identity.tab : undefined;
  });
  await context.addInitScript({ content: await initScript({ ...options, host, session }) });
  fetchBeforeClose(context, allTaken);
  await delivery.settle();
  return {
    async drain() {
      await allTaken(context.pages().flatMap((page) => page.frames()));
      await enricher.settled();
      return delivery.settle();
    },
  };
}

type Identify = (page: Page, frame: Frame) => Identity;

/** Names tabs and frames by number, in the order in which they are first heard of. */
function identifier(session: string): Identify {
  const tabNumber = numbering();
  const frameNumber = numbering();
  return (page, frame) => ({
    session,
    tab: tabNumber(page),
    frame: frame === page.mainFrame() ? '0' : frameNumber(frame),
  });
}

function numbering(): (thing: object) => string {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (thing) => {
    const number = numbers.get(thing) ?? (last += 1);
    numbers.set(thing, number);
    return String(number);
  };
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

/** Configuration as hidden globals, then the script. */
async function initScript(options: CaptureContextOptions): Promise<string> {
  const { host, port, session, mode, aiContext = {} } = options;
  const { GASOLINE_TEST_ID: named } = process.env;
  const testId = options.testId ?? (named === '' ? undefined : named);
  const parts = aiContext === false ? {} : aiContext;
  const settings = {
    __GASOLINE_HOST: host,
    __GASOLINE_PORT: port,
    // For what leaves by beacon while the page goes, which does not pass here.
    __GASOLINE_SESSION: session,
    __GASOLINE_TEST_ID: testId,
    __GASOLINE_CAPTURE_MODE: mode,
    __GASOLINE_AI_CONTEXT: aiContext === false ? false : undefined,
    __GASOLINE_AI_CONTEXT_SOURCE_SNIPPETS: parts.sourceSnippets,
    __GASOLINE_AI_CONTEXT_COMPONENT_TREE: parts.componentTree,
    __GASOLINE_AI_CONTEXT_STATE_SNAPSHOT: parts.stateSnapshot,
  };
  const defined = Object.entries(settings).filter(([, value]) => value !== undefined);
  // Without a prototype: another script may have run before, and put anything on the one that all objects share.
  const properties = defined.map(
    ([name, value]) =>
      `${JSON.stringify(name)}: { __proto__: null, value: ${JSON.stringify(value)}, configurable: true }`,
  );
  const script = await readFile(createRequire(import.meta.url).resolve('gasoline-ci/min'), 'utf8');
  return `Object.defineProperties(globalThis, { __proto__: null, ${properties.join(', ')} });\n${script}`;
}

/** How long a page may read on in the answers to its requests before it hands over what there is. */
const READING_MS = 200;

/** Lets go what a page keeps back. The mark is the one by which scripts of ours know a captured window. */
const FLUSH = `window[Symbol.for('gasoline.capture')]?.flush?.(${READING_MS})`;

/** A frame answers after it has sent its earlier messages, so an answer means that they are here. */
async function allArrived(frames: readonly Frame[]): Promise<void> {
  // A frame that is gone cannot answer; what it sent came before the news of its end.
  const answers = Promise.allSettled(frames.map((frame) => frame.evaluate(FLUSH)));
  await Promise.race([answers, sleep(PAGE_ANSWER_MS)]);
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const description: unknown = JSON.parse(text);
  const hasVersion = typeof description === 'object' && description !== null && 'version' in description;
  return hasVersion ? String(description.version) : 'unknown';
}
