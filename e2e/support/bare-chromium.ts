/**
 * Chromium with the extension and nobody watching.
 *
 * Test tools attach themselves to every target, and a service worker under observation neither ends nor starts as it
 * does for people. Here a target is attached to for one question at a time, and a worker is ended from outside.
 */

import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';
import { WebSocket } from 'ws';

import { EXTENSION, launchOptions } from './chromium.ts';
import { debuggingPort } from './debugging-port.ts';

/** Something the browser shows or runs. */
interface Target {
  readonly id: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

/** A running browser. */
export interface BareChromium {
  /** Opens a page. */
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page at an address, or in the extension's worker. */
  evaluate(url: string, expression: string): Promise<unknown>;
  /** Sends one command to a target and answers with its result. */
  send(url: string, method: string, params?: object): Promise<unknown>;
  /** Closes a page, or ends a worker as Chrome does with an idle one: at once, and without a word to it. */
  close(url: string): Promise<void>;
  isOpen(url: string): Promise<boolean>;
  /** Opens a page of the extension; answers with what resolves when its worker has nothing undelivered. */
  watchDelivery(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Ends the address of the extension's worker. */
export const WORKER = '/worker.js';

/** Ends the address of a page that may ask the worker, which cannot ask itself. */
const POPUP = '/popup.html';

const WAITING = `chrome.runtime.sendMessage({ kind: 'status' }).then(({ delivery }) => delivery.waiting)`;

/** Starts a browser whose extension talks to the server on a port. */
export async function startBareChromium(serverPort: number): Promise<BareChromium> {
  const { executablePath = '', args = [] } = launchOptions;
  const profile = await mkdtemp(join(tmpdir(), 'gasoline-bare-'));
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--load-extension=${EXTENSION}`,
      `--disable-extensions-except=${EXTENSION}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const address = `http://127.0.0.1:${await debuggingPort(profile)}`;
  const browser = control(address, async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    // Chromium may still be writing after it has gone; a left-over temporary folder is no failure.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  });
  // A worker that is only just starting has no storage yet.
  const setPort = `chrome.storage.local.set({ serverPort: ${serverPort} })
    .then(() => chrome.storage.local.get()).then((settings) => settings.serverPort)`;
  await expect.poll(() => browser.evaluate(WORKER, setPort).catch(String)).toBe(serverPort);
  return browser;
}

function control(address: string, stop: () => Promise<void>): BareChromium {
  const targets = async (): Promise<readonly Target[]> => {
    const response = await fetch(`${address}/json/list`);
    // The browser's own interface.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return (await response.json()) as Target[];
  };
  const find = async (url: string): Promise<Target> => {
    const target = (await targets()).find((candidate) => candidate.url.endsWith(url));
    if (target === undefined) throw new Error(`nothing is at ${url}`);
    return target;
  };
  const send = async (url: string, method: string, params: object = {}): Promise<unknown> =>
    ask((await find(url)).webSocketDebuggerUrl, method, params);
  return {
    send,
    stop,
    async open(url) {
      await fetch(`${address}/json/new?${encodeURIComponent(url)}`, { method: 'PUT' });
    },
    async evaluate(url, expression) {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const answer = await send(url, 'Runtime.evaluate', params);
      const thrown = member(answer, 'exceptionDetails');
      if (thrown !== undefined) throw new Error(`${expression} threw ${JSON.stringify(thrown)}`);
      return member(member(answer, 'result'), 'value');
    },
    async close(url) {
      await fetch(`${address}/json/close/${(await find(url)).id}`);
    },
    isOpen: async (url) => (await targets()).some((target) => target.url.endsWith(url)),
    async watchDelivery() {
      const worker = await find(WORKER);
      await this.open(new URL(POPUP, worker.url).href);
      const waiting = (): Promise<unknown> => this.evaluate(POPUP, WAITING).catch(String);
      await expect.poll(waiting).toBe(0);
      return () => expect.poll(waiting, { intervals: [10] }).toBe(0);
    },
  };
}

/** A worker may end before it answers, and the browser does not always say so. */
const ANSWER_MS = 3000;

/** One command on a connection of its own. */
async function ask(url: string, method: string, params: object): Promise<unknown> {
  const socket = new WebSocket(url);
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    await once(socket, 'open', { signal });
    socket.send(JSON.stringify({ id: 1, method, params }));
    for await (const [message] of on(socket, 'message', { close: ['close'], signal })) {
      const answer: unknown = JSON.parse(String(message));
      // Events may come before the answer.
      if (member(answer, 'id') === 1) return member(answer, 'result');
    }
    throw new Error(`no answer to ${method}`);
  } finally {
    socket.terminate();
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
