/**
 * Workers and service workers, in which nothing of ours runs: what they print, what they leave unhandled, and failed requests
 * of service workers, as Playwright tells them. Requests of other workers look like those of their page.
 */

import { randomUUID } from 'node:crypto';

import type { BrowserContext, ConsoleMessage, Page, Request, WebError, Worker } from '@playwright/test';
import type { ConsoleEvent, ExceptionEvent, Identity, Level, NetworkErrorEvent } from 'gasoline-wire';

/** What is needed of the capture of a context. */
export interface WorkerParts {
  /** Session and tab of what a page's worker says; the session alone where it belongs to no page. */
  identify(page: Page | null): Identity;
  /** The test that runs, or that the context belongs to. */
  testId(): string | undefined;
  /** Sends an entry for `/logs`. */
  send(entry: string): void;
}

/** The methods that are captured in pages too, in Playwright's words. */
const LEVELS: Readonly<Record<string, Level | undefined>> = {
  debug: 'debug',
  log: 'log',
  info: 'info',
  warning: 'warn',
  error: 'error',
  assert: 'error',
};

/** The workers of a context. */
export interface WatchedWorkers {
  /** A page told of an error; one that a worker threw is told to its page as well, without its stack. */
  pageTold(entry: object): void;
  /** Sends what was kept back; call when pages have told everything. */
  settle(): void;
}

/** How long an error of a worker waits for its page to tell of it. */
const PAGE_MS = 500;

/** Places of errors remembered; a page that tells more of them in half a second tells the same. */
const MAX_PLACES = 100;

/** Watches the workers of a context. */
export function watchWorkers(context: BrowserContext, parts: WorkerParts): WatchedWorkers {
  let told: string[] = [];
  let waiting: (() => void)[] = [];
  const settle = (): void => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };
  const numbering = new WeakMap<Worker, () => Identity>();
  const identityOf = (worker: Worker, page: Page | null): Identity => {
    const next = numbering.get(worker) ?? numbered({ ...parts.identify(page) }, () => parts.testId());
    numbering.set(worker, next);
    return next();
  };
  const send = (entry: ConsoleEvent | ExceptionEvent | NetworkErrorEvent): void => {
    parts.send(JSON.stringify(entry));
  };
  context.on('console', (message) => {
    const worker = workerOf(message);
    const level = LEVELS[message.type()];
    if (worker !== null && level !== undefined)
      send({ ...printed(message, worker, level), ...identityOf(worker, message.page()) });
  });
  context.on('weberror', (error) => {
    const { stack = '' } = error.error();
    const worker = workerIn(stack, error.page()?.workers() ?? []);
    if (worker === undefined) return;
    waiting.push(() => {
      const wasThrown = told.some((place) => stack.includes(place));
      if (!wasThrown) send({ ...rejected(error, worker), ...identityOf(worker, error.page()) });
    });
    setTimeout(settle, PAGE_MS).unref();
  });
  const failed = (request: Request, status: number, reason: string): void => {
    const worker = request.serviceWorker();
    if (worker !== null) send({ ...failure(request, worker, status, reason), ...identityOf(worker, null) });
  };
  context.on('response', (response) => {
    if (response.status() >= 400) failed(response.request(), response.status(), `${response.status()}`);
  });
  context.on('requestfailed', (request) => {
    failed(request, 0, `failed: ${request.failure()?.errorText ?? 'no answer'}`);
  });
  return {
    pageTold(entry) {
      const { type, filename, lineno, colno }: Readonly<Record<string, unknown>> = { ...entry };
      if (type !== 'exception' || typeof filename !== 'string') return;
      told = [...told, `${filename}:${String(lineno)}:${String(colno)}`].slice(-MAX_PLACES);
    },
    settle,
  };
}

/** Counts the entries of a worker, as a page counts its own. */
function numbered(identity: Identity, testId: () => string | undefined): () => Identity {
  const page = randomUUID();
  let n = 0;
  return () => {
    n += 1;
    const current = testId();
    const test = current === undefined ? {} : { test_id: current };
    return { ...identity, ...test, page, n, eventId: `${page}-${n}` };
  };
}

/** Null for a page's own message; Playwright tells since 1.57. */
function workerOf(message: ConsoleMessage): Worker | null {
  try {
    return message.worker();
  } catch {
    return null;
  }
}

function printed(message: ConsoleMessage, worker: Worker, level: Level): ConsoleEvent {
  const text = message.type() === 'assert' ? `Assertion failed: ${message.text()}` : message.text();
  const { url, lineNumber } = message.location();
  return {
    type: 'console',
    ts: new Date().toISOString(),
    level,
    message: text,
    args: [text],
    ...(url === '' ? {} : { source: `${url.split('/').at(-1) ?? ''}:${lineNumber + 1}` }),
    url: worker.url(),
  };
}

/** The worker whose script a stack names. Of a value without a stack nothing tells where it was. */
function workerIn(stack: string, workers: readonly Worker[]): Worker | undefined {
  return workers.find((worker) => stack.includes(`${worker.url()}:`));
}

function rejected(error: WebError, worker: Worker): ExceptionEvent {
  const { name, message, stack } = error.error();
  return {
    type: 'exception',
    ts: new Date().toISOString(),
    level: 'error',
    mechanism: 'unhandledrejection',
    message: `${name}: ${message}`,
    ...(stack === undefined ? {} : { stack }),
    url: worker.url(),
  };
}

function failure(request: Request, worker: Worker, status: number, reason: string): NetworkErrorEvent {
  const method = request.method();
  return {
    type: 'network',
    ts: new Date().toISOString(),
    level: status === 0 || status >= 500 ? 'error' : 'warn',
    message: `${method} ${request.url()} ${reason}, by a service worker`,
    method,
    url: request.url(),
    pageUrl: worker.url(),
    status,
    duration: 0,
  };
}
