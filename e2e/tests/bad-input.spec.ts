/** Values and surroundings that break naive capture: the page goes on, and what can be said of them arrives. */

import { expect, test } from '../support/fixtures.ts';
import { storedEntries, storedLogs, storedMessages } from '../support/snapshot.ts';

/** Each line of code and the message that arrives for it. */
const VALUES: readonly (readonly [code: string, message: string])[] = [
  ['console.log({ get a() { throw new Error("no") } })', '{"a":"[Getter]"}'],
  ['const c = { b: [] }; c.b.push(c); console.log(c)', '{"b":["[Circular]"]}'],
  ['const r = Proxy.revocable({}, {}); r.revoke(); console.log(r.proxy)', '"[Unreadable]"'],
  [
    'console.log(new Proxy({}, { ownKeys() { throw 1 }, getPrototypeOf() { throw 1 }, get() { throw 1 } }))',
    '"[Unreadable]"',
  ],
  ['console.log(new Proxy({ a: 1 }, {}), new Proxy([1], {}))', '{"a":1} [1]'],
  ['console.log({ toJSON() { throw new Error("no") } })', '{"toJSON":"[Function: toJSON]"}'],
  ['console.log(Object.create(null), Object.freeze([1]))', '{} [1]'],
  ['console.log({ get [Symbol.toStringTag]() { throw new Error("no") } })', '{}'],
  ['console.log("\\ud800", "\\u0000")', '\ufffd \u0000'],
  ['console.log(10n ** 2000n, Symbol("s"), NaN)', '[BigInt] [Symbol(s)] NaN'],
  ['class Odd extends Error { get message() { return "odd" } } console.error(new Odd())', 'Error: odd'],
  [
    'const f = document.body.appendChild(document.createElement("iframe")); const n = f.contentDocument.createElement("b"); const d = f.contentDocument; f.remove(); console.log(n, d)',
    '"<b>" "#document"',
  ],
];

test('hostile values are described and harm nothing', async ({ server, pages, bound }) => {
  const body = VALUES.map(([code]) => `<script>{ ${code} }</script>`).join('\n');
  const page = await bound.context.newPage();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.goto(pages.add('/', `<body>${body}`));
  await bound.capture.drain();
  expect(await storedMessages(server)).toEqual(VALUES.map(([, message]) => message));
  expect(failures).toEqual([]);
});

test('an object of 10,000 levels and one of 10,000 members are cut', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<p>quiet</p>'));
  await page.evaluate(() => {
    let deep: object = {};
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    console.log(deep);
    console.log(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index])));
  });
  await bound.capture.drain();
  const [deep, wide] = await storedLogs(server);
  expect(deep?.['message']).toBe(`${'{"deep":'.repeat(10)}"[Object]"${'}'.repeat(10)}`);
  expect(String(wide?.['message']).slice(-30)).toBe(',"k49":49,"[…]":"[9950 more]"}');
});

test('a page that replaces fetch later is captured through its replacement', async ({
  server,
  pages,
  bound,
}) => {
  pages.add('/data', { type: 'text/plain', body: 'real' });
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<p>quiet</p>'));
  const seen = await page.evaluate(async () => {
    const original = window.fetch;
    const calls: string[] = [];
    // A wrapper that calls through, as tracing libraries have it.
    window.fetch = (input, init) => {
      calls.push(new Request(input).url);
      return original(input, init);
    };
    const through = await (await fetch('/data?1')).text();
    // A mock that does not.
    window.fetch = () => Promise.resolve(new Response('mocked'));
    const mocked = await (await fetch('/data?2')).text();
    return { calls, through, mocked };
  });
  await bound.capture.drain();
  expect(seen).toEqual({ calls: [pages.url('/data?1')], through: 'real', mocked: 'mocked' });
  expect((await storedEntries(server, 'network_bodies')).map(({ url }) => url)).toEqual([
    'http://localhost:PORT/data?1',
  ]);
});

/** What the fixture must survive, also in Playwright's half of the binding. */
const SABOTAGE = [
  'JSON.stringify = never',
  'JSON = { stringify: never, parse: never }',
  'Array.prototype.toJSON = function () { return "an array" }',
  'Object.prototype.toJSON = never',
  'Map.prototype.set = Map.prototype.get = never',
  'Object.defineProperty(Object.prototype, "get", { value: never, configurable: true }); JSON.stringify = never',
  'Object.freeze(console)',
  'Object.defineProperty(Object.prototype, "message", { get() {}, set: never, configurable: true })',
  'Object.defineProperty(Object.prototype, "value", { get: never, set: never, configurable: true })',
  'Array.prototype.push = Array.prototype.map = Array.prototype.forEach = never',
  'String.prototype.slice = String.prototype.indexOf = never',
  'EventTarget.prototype.addEventListener = never',
  'setTimeout = requestIdleCallback = queueMicrotask = never',
  'PerformanceObserver = WebSocket = XMLHttpRequest = Response = Request = never',
  'Document.prototype.querySelectorAll = never',
  'navigator.sendBeacon = never',
];

test('a page that spies on JSON finds none of our messages, and its own functions in their place', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  await page.goto(
    pages.add(
      '/',
      `<script>
        const heard = [];
        const own = (value) => { heard.push(value); return 'own'; };
        JSON.stringify = own;
        Array.prototype.toJSON = own;
        console.log('said');
      </script>`,
    ),
  );
  await expect.poll(() => storedMessages(server)).toEqual(['said']);
  const kept = `JSON.stringify === own && Array.prototype.toJSON === own && heard.length === 0`;
  // As a handle: a value would pass through the page's own JSON.
  const handle = await page.evaluateHandle(`${kept} ? document : undefined`);
  expect(handle.asElement()).not.toBe(null);
});

test('the fixture does not depend on what the page replaced', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const never = `function never() { throw new Error('page code ran'); }`;
  for (const [index, code] of SABOTAGE.entries())
    await page.goto(
      pages.add(`/${index}`, `<script>${never}\n${code};\nconsole.log(${index}, [{ a: 1 }]);</script>`),
    );
  await bound.capture.drain();
  expect(await storedMessages(server)).toEqual(SABOTAGE.map((_, index) => `${index} [{"a":1}]`));
});
