import { afterEach, expect, it } from 'vitest';

import type { Env } from '../../src/env.ts';
import type { PageWindow } from '../../src/page-window.ts';
import { releaseWithin } from '../../src/release-within.ts';
import { manualTimers } from '../manual-timers.ts';
import { capturePage, createTestEnv, createWindow, endOfTurn } from '../page.ts';
import type { Entry } from '../page.ts';

/** What jsdom lacks. */
const CLASSES = { Response, Headers, ReadableStream, ReadableStreamDefaultReader, TextDecoder, TextEncoder };

interface FetchPage {
  readonly window: PageWindow;
  readonly env: Env;
  readonly entries: Entry[];
  /** Lets time pass, for clock and timers. */
  pass(milliseconds: number): Promise<void>;
  /** Asks for something; the answer comes at once. */
  ask(answer: Response | Error): Promise<unknown>;
  /** Asks for something that is never answered. */
  askInVain(): void;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page with `fetch`, whose clock and timers move only when told to; perhaps with promises of a library. */
function fetchPage(libraryPromise?: object): FetchPage {
  const window = createWindow();
  const FetchPromise = libraryPromise === undefined ? window.Promise : Promise;
  if (libraryPromise !== undefined) Reflect.set(window, 'Promise', libraryPromise);
  let answer: Response | Error | undefined;
  Object.assign(window, CLASSES, {
    fetch: () =>
      new FetchPromise((resolve, reject) => {
        if (answer instanceof Response) resolve(answer);
        else if (answer !== undefined) reject(answer);
      }),
  });
  const { timers, pass } = manualTimers();
  let now = 0;
  const env = { ...createTestEnv(window), ...timers, now: () => now };
  const { entries, stop } = capturePage({}, env);
  stops.push(stop);
  return {
    window,
    env,
    entries,
    async pass(milliseconds) {
      now += milliseconds;
      pass(milliseconds);
      await endOfTurn();
    },
    async ask(next) {
      answer = next;
      const outcome: unknown = await window.fetch('/api').catch((reason: unknown) => reason);
      await endOfTurn();
      return outcome;
    },
    askInVain() {
      answer = undefined;
      void window.fetch('/api');
    },
  };
}

/** A body whose parts come when told to. */
function slowResponse(
  type: string,
  status = 200,
): { response: Response; part(text: string): void; end(): void } {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller;
    },
  });
  return {
    response: new Response(stream, { status, headers: { 'content-type': type } }),
    part: (text) => source?.enqueue(new TextEncoder().encode(text)),
    end: () => source?.close(),
  };
}

function outcomes(entries: readonly Entry[]): unknown[] {
  return entries.map(({ level, status, error, responseBody, duration }) => ({
    level,
    status,
    error,
    responseBody,
    duration,
  }));
}

const BODY = { level: undefined, status: 200, error: undefined };

it('takes the time of the headers for a body nobody reads', async () => {
  const { entries, ask, pass } = fetchPage();
  const { response } = slowResponse('text/html');
  await ask(response);
  await pass(2000);
  expect(outcomes(entries)).toEqual([
    { ...BODY, responseBody: '[Not read by the page: text/html]', duration: 0 },
  ]);
});

it('takes the time of the headers for a body only we read', async () => {
  const { entries, ask, pass } = fetchPage();
  const { response, part, end } = slowResponse('application/json');
  await ask(response);
  part('[1]');
  end();
  await pass(2000);
  expect(outcomes(entries)).toEqual([{ ...BODY, responseBody: '[1]', duration: 0 }]);
});

it('takes the time of the end for a body the page reads', async () => {
  const { entries, ask, pass } = fetchPage();
  const { response, part, end } = slowResponse('application/json');
  await ask(response);
  const read = response.text();
  await pass(30);
  part('[1]');
  await pass(20);
  end();
  await read;
  await endOfTurn();
  expect(outcomes(entries)).toEqual([{ ...BODY, responseBody: '[1]', duration: 50 }]);
});

it('takes the time of the last part for a body that was given up', async () => {
  const { entries, ask, pass } = fetchPage();
  const { response, part } = slowResponse('text/plain', 404);
  await ask(response);
  await pass(30);
  part('no such');
  await pass(0);
  await pass(6000);
  expect(outcomes(entries)).toEqual([
    { level: 'warn', status: 404, error: undefined, responseBody: undefined, duration: 0 },
    { level: undefined, status: 404, error: undefined, responseBody: 'no such', duration: 30 },
  ]);
});

it('tells a refusal whose page is left before its body is here', async () => {
  const { window, entries, ask, pass } = fetchPage();
  await ask(slowResponse('text/plain', 500).response);
  await pass(40);
  window.dispatchEvent(new window.Event('pagehide'));
  await endOfTurn();
  expect(outcomes(entries)).toEqual([
    { level: 'error', status: 500, error: undefined, responseBody: undefined, duration: 0 },
    { level: undefined, status: 500, error: undefined, responseBody: '', duration: 0 },
  ]);
});

/** What became of requests, without when. */
function told(entries: readonly Entry[]): unknown[] {
  return entries.map(({ level, status, response, responseBody, truncated }) =>
    level === undefined ? [status, responseBody, truncated] : [level, status, response],
  );
}

it('tells a refusal before long, and its body when it is here', async () => {
  const { entries, ask, pass } = fetchPage();
  const { response, part, end } = slowResponse('text/plain', 500);
  await ask(response);
  await pass(499);
  expect(told(entries)).toEqual([]);
  await pass(1);
  expect(told(entries)).toEqual([['error', 500, undefined]]);
  part('late');
  end();
  await pass(0);
  expect(told(entries)).toEqual([
    ['error', 500, undefined],
    [500, 'late', false],
  ]);
});

it('tells whoever asks what is known of each answer, and tells it once', async () => {
  const { window, env, entries, ask, askInVain, pass } = fetchPage();
  askInVain();
  await ask(slowResponse('text/html').response);
  await ask(slowResponse('application/json').response);
  const { response, part } = slowResponse('text/plain', 503);
  await ask(response);
  part('sorry, we');
  await pass(0);
  const known = [
    [200, '[Not read by the page: text/html]', false],
    [200, '[Not read by the page: application/json]', false],
    ['error', 503, 'sorry, we'],
    [503, 'sorry, we', true],
  ];
  env.releases.now('asked');
  expect(told(entries)).toEqual(known);
  env.releases.now('asked');
  await pass(10_000);
  expect(told(entries)).toEqual(known);
  window.dispatchEvent(new window.Event('pagehide'));
  await endOfTurn();
  expect(told(entries)).toEqual([...known, [0, undefined, false]]);
});

it('reads what the page has not asked for when somebody asks and has a moment', async () => {
  const { env, entries, ask, pass } = fetchPage();
  const { response, part, end } = slowResponse('application/json');
  await ask(response);
  part('{"id":');
  const asked = releaseWithin(env, 200);
  await pass(50);
  expect(told(entries)).toEqual([]);
  part('7}');
  end();
  await pass(10);
  await pass(10);
  await asked;
  expect(told(entries)).toEqual([[200, '{"id":7}', false]]);
});

it('makes whoever asks wait for a body no longer than that', async () => {
  const { env, entries, ask, pass } = fetchPage();
  const { response, part } = slowResponse('application/json');
  await ask(response);
  part('{"id":');
  const asked = releaseWithin(env, 200);
  await pass(190);
  expect(told(entries)).toEqual([]);
  await pass(10);
  await asked;
  expect(told(entries)).toEqual([[200, '{"id":', true]]);
});

it('tells a refusal at the moment the page is about to be left, and its body in the next turn', async () => {
  const { env, entries, ask, pass } = fetchPage();
  await ask(slowResponse('text/html').response);
  const { response, part } = slowResponse('text/plain', 500);
  await ask(response);
  env.releases.now('leaving');
  const sure = [
    [200, '[Not read by the page: text/html]', false],
    ['error', 500, undefined],
  ];
  expect(told(entries)).toEqual(sure);
  part('boom');
  await endOfTurn();
  await pass(0);
  expect(told(entries)).toEqual([...sure, [500, 'boom', true]]);
});

it('records requests where a library has put a promise class of its own in the window', async () => {
  class LibraryPromise {
    then(): never {
      throw new TypeError('no promise of this class');
    }
  }
  const { entries, ask } = fetchPage(LibraryPromise);
  await ask(new Response('hi', { headers: { 'content-type': 'text/plain', 'content-length': '2' } }));
  expect(told(entries)).toEqual([[200, 'hi', false]]);
});

it('warns of what the page aborted, and calls a timeout an error', async () => {
  const { entries, ask } = fetchPage();
  await ask(new DOMException('x', 'AbortError'));
  await ask(new DOMException('signal timed out', 'TimeoutError'));
  expect(entries.map(({ type, level, message, error }) => [type, level, message ?? error])).toEqual([
    ['network', 'warn', 'GET http://localhost:3000/api aborted'],
    [undefined, undefined, 'aborted'],
    ['network', 'error', 'GET http://localhost:3000/api failed: TimeoutError: signal timed out'],
    [undefined, undefined, 'TimeoutError: signal timed out'],
  ]);
});

it('attaches what the page annotated to network errors', async () => {
  const { window, entries, ask } = fetchPage();
  const gasoline: unknown = Reflect.get(window, '__gasoline');
  if (typeof gasoline !== 'object' || gasoline === null) throw new Error('no public API');
  const annotate: unknown = Reflect.get(gasoline, 'annotate');
  if (typeof annotate === 'function') Reflect.apply(annotate, gasoline, ['cart', { items: 2 }]);
  await ask(new Response('gone', { status: 410 }));
  await endOfTurn();
  expect(entries.filter(({ type }) => type === 'network').map(({ _context }) => _context)).toEqual([
    { cart: { items: 2 } },
  ]);
});

/** The log entries: what became of requests that failed. */
function logged(entries: readonly Entry[]): unknown[] {
  return entries
    .filter(({ type }) => type === 'network')
    .map(({ message, level, handled, response }) => ({ message, level, handled, response }));
}

const HTML = '<!doctype html><p>Log in</p>';

const NOT_JSON = {
  message: `GET http://localhost:3000/api 200: response.json(): SyntaxError: Unexpected token '<', "<!doctype "... is not valid JSON`,
  level: 'error',
  handled: 'unknown',
  response: HTML,
};

/** Asks for something and reads it as JSON, whatever comes of it. */
async function readJson(page: FetchPage, answer: Response, viaCopy = false): Promise<void> {
  const response = await page.ask(answer);
  if (!(response instanceof Response)) throw new Error('no response');
  const read = viaCopy ? response.clone() : response;
  await read.json().catch(() => undefined);
  await endOfTurn();
}

it.each([
  ['itself', false],
  ['by a copy', true],
])('tells of an answer that is read as JSON and is none: %s', async (_how, viaCopy) => {
  // unseen-01
  const page = fetchPage();
  await readJson(page, new Response(HTML, { headers: { 'content-length': '28' } }), viaCopy);
  await page.pass(100);
  expect(logged(page.entries)).toEqual([NOT_JSON]);
});

it('tells of JSON that is cut short', async () => {
  // unseen-02
  const page = fetchPage();
  await readJson(page, new Response('{"user":', { headers: { 'content-length': '8' } }));
  await page.pass(100);
  expect(logged(page.entries)).toEqual([
    {
      message:
        'GET http://localhost:3000/api 200: response.json(): SyntaxError: Unexpected end of JSON input',
      level: 'error',
      handled: 'unknown',
      response: '{"user":',
    },
  ]);
});

it('tells of such an answer when the page is asked for everything', async () => {
  const page = fetchPage();
  await readJson(page, new Response(HTML, { headers: { 'content-length': '28' } }));
  page.env.releases.now('asked');
  await endOfTurn();
  expect(logged(page.entries)).toEqual([NOT_JSON]);
});

it.each([
  ['JSON', '{"id":1}'],
  ['JSON longer than what is kept', `[${'1,'.repeat(20_000)}1]`],
])('says nothing of an answer that is %s', async (_what, text) => {
  const page = fetchPage();
  await readJson(page, new Response(text, { headers: { 'content-length': String(text.length) } }));
  await page.pass(6000);
  expect(logged(page.entries)).toEqual([]);
});

it('says nothing of an answer that the page reads as text', async () => {
  const page = fetchPage();
  const response = await page.ask(new Response(HTML, { headers: { 'content-length': '28' } }));
  if (response instanceof Response) await response.text();
  await page.pass(100);
  expect(logged(page.entries)).toEqual([]);
});

it('leaves it to the rejection that nobody handled', async () => {
  const page = fetchPage();
  await readJson(page, new Response(HTML, { headers: { 'content-length': '28' } }));
  const event = new page.window.Event('unhandledrejection');
  Object.assign(event, {
    reason: new SyntaxError(`Unexpected token '<', "<!doctype "... is not valid JSON`),
  });
  Object.setPrototypeOf(event, page.window.PromiseRejectionEvent.prototype);
  page.window.dispatchEvent(event);
  await page.pass(100);
  expect(logged(page.entries)).toEqual([]);
});

it('names the frame that asked, and leaves the stack as the page set it', async () => {
  // initiator-01
  const page = fetchPage();
  const { stackTraceLimit } = Error;
  await page.ask(new Response('{}', { headers: { 'content-length': '2' } }));
  await page.pass(100);
  expect(page.entries.map(({ initiator }) => initiator)).toEqual([
    expect.stringMatching(/^Object\.ask \(.*fetch\.test\.ts:\d+:\d+\)$/),
  ]);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
