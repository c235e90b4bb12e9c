/** Requests of a page by `XMLHttpRequest`, to the entries the server keeps. */

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { bodies, body, logs, ORIGIN, run } from '../support/requests.ts';
import { eachRow } from '../support/rows.ts';

/** Runs one request by `XMLHttpRequest` and answers when it is over. */
const XHR = `const request = (url, prepare = () => 0, isAsync = true, method = 'GET') => new Promise((resolve) => {
  const xhr = new XMLHttpRequest();
  xhr.open(method, url, isAsync);
  prepare(xhr);
  xhr.onloadend = () => resolve(xhr);
  try { xhr.send(); } catch (error) { resolve(xhr); }
});`;

const XHR_RESPONSES: readonly (readonly [code: string, expected: object])[] = [
  [`await request('/chunked')`, { responseBody: '{"part":1,"rest":2}' }],
  [
    `await request('/chunked', (xhr) => { xhr.responseType = 'json'; })`,
    { responseBody: '{"part":1,"rest":2}' },
  ],
  [
    `await request('/chunked', (xhr) => { xhr.responseType = 'blob'; })`,
    { responseBody: '{"part":1,"rest":2}' },
  ],
  [
    `await request('/chunked', (xhr) => { xhr.responseType = 'arraybuffer'; })`,
    { responseBody: '{"part":1,"rest":2}' },
  ],
  [
    `await request('/picture', (xhr) => { xhr.responseType = 'blob'; })`,
    { contentType: 'image/png', responseBody: '[Binary: 4 bytes, image/png]' },
  ],
  [
    `await request('/picture', (xhr) => { xhr.responseType = 'arraybuffer'; })`,
    { contentType: 'image/png', responseBody: '[Binary: 4 bytes, image/png]' },
  ],
  [
    `await request('/', (xhr) => { xhr.responseType = 'document'; })`,
    { contentType: 'text/html', responseBody: '[Document: text/html]' },
  ],
  [
    `await request('/oops', (xhr) => { xhr.responseType = 'json'; })`,
    { contentType: 'text/plain', responseBody: '[Not JSON: 4 bytes, text/plain]' },
  ],
  [`await request('/null', (xhr) => { xhr.responseType = 'json'; })`, { responseBody: 'null' }],
  [`await request('/large')`, { responseBody: `"${'é'.repeat(16_383)}`, truncated: true }],
  [
    `await request('/large', (xhr) => { xhr.responseType = 'json'; })`,
    { responseBody: `"${'é'.repeat(16_383)}`, truncated: true },
  ],
  [`await request('/chunked', () => 0, false)`, { responseBody: '{"part":1,"rest":2}' }],
  [
    `await request('/chunked', (xhr) => { xhr.withCredentials = true; })`,
    { responseBody: '{"part":1,"rest":2}', credentials: 'include' },
  ],
];

test('responses of every kind', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await eachRow(
    { ...bound, server, page },
    XHR_RESPONSES,
    ([code]) => code,
    async ([code, expected]) => {
      await run(pages, page, `${XHR} ${code}`);
      const path = /request\('([^']*)'/.exec(code)?.[1] ?? '';
      await expect.poll(() => bodies(server), code).toEqual([body({ url: `${ORIGIN}${path}`, ...expected })]);
    },
  );
});

/** What ends an `XMLHttpRequest` early. */
const XHR_FAILURES: readonly (readonly [code: string, message: string])[] = [
  [`await request('/refused')`, 'GET /refused 404 Not Found'],
  [`await request('/never', (xhr) => { setTimeout(() => xhr.abort()); })`, 'GET /never aborted'],
  [`await request('/never', (xhr) => { xhr.timeout = 5; })`, 'GET /never failed: timeout'],
  [`await request('/torn')`, 'GET /torn failed: network error'],
  [
    `const xhr = new XMLHttpRequest(); xhr.open('GET', '/never'); xhr.send(); xhr.open('GET', '/refused');
     await new Promise((resolve) => { xhr.onloadend = resolve; xhr.send(); })`,
    'GET /never aborted | GET /refused 404 Not Found',
  ],
  [
    `const xhr = new XMLHttpRequest(); let count = 0;
     await new Promise((resolve) => {
       xhr.onreadystatechange = () => {
         if (xhr.readyState !== 4) return;
         if (++count === 2) return resolve();
         xhr.open('GET', '/broken'); xhr.send();
       };
       xhr.open('GET', '/refused'); xhr.send();
     })`,
    'GET /refused 404 Not Found | GET /broken 500 Internal Server Error',
  ],
];

test('refusals and failures of every kind', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await eachRow(
    { ...bound, server, page },
    XHR_FAILURES,
    ([code]) => code,
    async ([code, message]) => {
      await run(pages, page, `${XHR} ${code}`);
      const told = async (): Promise<string> =>
        (await logs(server)).map((entry) => String(entry['message']).replace(ORIGIN, '')).join(' | ');
      await expect.poll(told, code).toBe(message);
    },
  );
});

/** Where a page may use an object again as soon as a request is over; each is set before the first is opened. */
const REUSES = [
  `xhr.onload = next`,
  `xhr.addEventListener('load', next)`,
  `xhr.addEventListener('load', () => void Promise.resolve().then(next))`,
  `xhr.onloadend = next`,
  `xhr.onreadystatechange = () => { if (xhr.readyState === 4) next(); }`,
];

for (const hook of REUSES) {
  test(`each request of one object is on record: ${hook}`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    await run(
      pages,
      page,
      `const paths = ['/refused', '/null', '/oops', '/chunked'];
       await new Promise((resolve) => {
         const xhr = new XMLHttpRequest();
         const next = () => {
           if (paths.length === 0) return resolve();
           xhr.open('GET', paths.shift()); xhr.send();
         };
         ${hook};
         next();
       });`,
    );
    await expect
      .poll(async () => (await bodies(server)).map(outcome))
      .toEqual([
        ['/refused', 404, '{"error":"no such thing"}'],
        ['/null', 200, 'null'],
        ['/oops', 200, 'oops'],
        ['/chunked', 200, '{"part":1,"rest":2}'],
      ]);
  });
}

/** Ends without an answer, after which a page tries again at once. */
const RETRIES: readonly (readonly [hook: string, error: string])[] = [
  [`xhr.onerror = next; xhr.open('GET', '/torn'); xhr.send()`, 'network error'],
  [`xhr.onabort = next; xhr.open('GET', '/torn'); xhr.send(); xhr.abort()`, 'aborted'],
];

for (const [hook, error] of RETRIES) {
  test(`a request that is tried again at once is on record: ${hook}`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    await run(
      pages,
      page,
      `await new Promise((resolve) => {
         const xhr = new XMLHttpRequest();
         const next = () => { xhr.onload = resolve; xhr.open('GET', '/null'); xhr.send(); };
         ${hook};
       });`,
    );
    await expect
      .poll(async () => (await bodies(server)).map(outcome))
      .toEqual([
        ['/torn', 0, error],
        ['/null', 200, 'null'],
      ]);
  });
}

test('requests are on record whose events the page stops', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `const ends = (path) => new Promise((resolve) => {
       const xhr = new XMLHttpRequest();
       for (const type of ['load', 'error'])
         xhr.addEventListener(type, (event) => event.stopImmediatePropagation());
       xhr.onloadend = resolve;
       xhr.open('GET', path); xhr.send();
     });
     await ends('/refused'); await ends('/torn');`,
  );
  await expect
    .poll(async () => (await bodies(server)).map(outcome))
    .toEqual([
      ['/refused', 404, '{"error":"no such thing"}'],
      ['/torn', 0, 'network error'],
    ]);
});

/** Where a request went and what came of it. */
function outcome({ url, status, responseBody, error }: Entry): unknown[] {
  return [String(url).replace(ORIGIN, ''), status, responseBody ?? error];
}

test('an XMLHttpRequest the page aborts when all of it is here is on record as answered', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `await new Promise((resolve) => {
       const xhr = new XMLHttpRequest();
       xhr.onreadystatechange = () => { if (xhr.readyState === 4) { xhr.abort(); resolve(); } };
       xhr.open('GET', '/chunked'); xhr.send();
     });`,
  );
  await expect
    .poll(() => bodies(server))
    .toEqual([body({ url: `${ORIGIN}/chunked`, responseBody: '{"part":1,"rest":2}' })]);
  expect(await logs(server)).toEqual([]);
});

test('a synchronous XMLHttpRequest that fails throws as ever, and is reported', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const thrown = await run(
    pages,
    page,
    `const xhr = new XMLHttpRequest(); xhr.open('GET', 'http://127.0.0.1:1/', false);
     try { xhr.send(); } catch (error) { return [error.name, error.stack.includes('gasoline:')]; }`,
  );
  expect(thrown).toEqual(['NetworkError', false]);
  await expect
    .poll(async () => (await logs(server)).map(({ message }) => message))
    .toEqual([expect.stringContaining('GET http://127.0.0.1:PORT/ failed: NetworkError: ')]);
});
