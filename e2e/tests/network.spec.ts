/** Requests of a page, from `fetch` and `XMLHttpRequest` to the entries the server keeps. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';
import type { Entry } from '../support/mcp.ts';
import type { Server } from '../support/server.ts';
import { storedEntries, storedLogs } from '../support/snapshot.ts';

const ORIGIN = 'http://localhost:PORT';

/** A server with one path for each way to answer. */
function addRoutes(pages: Pages): void {
  const json = { type: 'application/json' };
  pages.add('/', '<link rel="icon" href="data:,"><base href="/app/"><p>shop</p>');
  pages.add('/app/data', { ...json, body: '{"id":7,"token":"abc"}', headers: { 'X-Api-Key': 'k' } });
  pages.add('/refused', { ...json, status: 404, body: '{"error":"no such thing"}' });
  pages.add('/broken', { ...json, status: 500, body: '{"error":"stock service is down"}' });
  pages.add('/null', { ...json, body: 'null' });
  pages.add('/oops', { type: 'text/plain', body: 'oops', headers: { 'Content-Length': '4' } });
  pages.add('/picture', { type: 'image/png', body: 'PNG!' });
  pages.add('/large', { ...json, body: `"${'é'.repeat(100_000)}"` });
  pages.route('/chunked', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"part":1,');
    response.end('"rest":2}');
  });
  pages.route('/stream', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: one\n\n');
  });
  pages.route('/empty', (_request, response) => response.writeHead(204).end());
  pages.route('/moved', (_request, response) => response.writeHead(302, { Location: '/app/data' }).end());
  pages.route('/never', () => undefined);
  pages.route('/stalled', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    response.write('{"first":');
  });
  pages.route('/torn', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    response.write('{"first":', () => response.destroy());
  });
}

/** Opens the page and runs `code` in it. */
async function run(pages: Pages, page: Page, code: string): Promise<unknown> {
  addRoutes(pages);
  await page.goto(pages.url('/'));
  return page.evaluate(`(async () => { ${code} })()`);
}

const bodies = (server: Server): Promise<readonly Entry[]> => storedEntries(server, 'network_bodies');
const logs = (server: Server): Promise<readonly Entry[]> => storedEntries(server, 'logs');

/** An entry of a plain request, with what a test expects to be different. */
function body(difference: object): object {
  return {
    method: 'GET',
    status: 200,
    requestHeaders: {},
    responseHeaders: expect.any(Object),
    contentType: 'application/json',
    hasAuthHeader: false,
    credentials: 'same-origin',
    hasCookies: 'unknown',
    truncated: false,
    ...difference,
  };
}

test('a request becomes an entry with everything the wire asks for', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `document.cookie = 'a=b';
     const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json', 'X-Trace': 't1' };
     const body = JSON.stringify({ user: 'ann', password: 'hunter2', otp: 123456, items: [1] });
     await (await fetch('data?q=1', { method: 'post', headers, body })).json();`,
  );
  await expect
    .poll(() => bodies(server))
    .toEqual([
      body({
        method: 'POST',
        url: `${ORIGIN}/app/data?q=1`,
        requestBody: '{"user":"ann","password":"[redacted]","otp":"[redacted]","items":[1]}',
        responseBody: '{"id":7,"token":"[redacted]"}',
        requestHeaders: {
          authorization: '[REDACTED]',
          'content-type': 'application/json',
          'x-trace': 't1',
        },
        responseHeaders: {
          connection: 'keep-alive',
          'content-type': 'application/json',
          date: expect.any(String),
          'keep-alive': expect.any(String),
          'transfer-encoding': 'chunked',
          'x-api-key': '[REDACTED]',
        },
        hasAuthHeader: true,
        hasCookies: 'true',
      }),
    ]);
});

/** Each way to write the headers of a request. */
const HEADERS = [
  `{ Authorization: 'x', 'X-One': 1 }`,
  `[['Authorization', 'x'], ['X-One', '1']]`,
  `new Headers({ Authorization: 'x', 'X-One': '1' })`,
  `new Map([['Authorization', 'x'], ['X-One', '1']])`,
];

test('headers are read in every form', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const calls = HEADERS.map((headers) => `await fetch('data', { headers: ${headers} });`);
  const asRequest = `await fetch(new Request('data', { headers: ${HEADERS[0] ?? ''} }));`;
  const asXhr = `await new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', 'data');
    xhr.setRequestHeader('Authorization', 'x');
    xhr.setRequestHeader('X-One', '1');
    xhr.onload = resolve;
    xhr.send();
  });`;
  await run(pages, page, [...calls, asRequest, asXhr].join('\n'));
  await expect
    .poll(async () =>
      (await bodies(server)).map(({ requestHeaders, hasAuthHeader }) => ({ requestHeaders, hasAuthHeader })),
    )
    .toEqual(
      Array(6).fill({
        requestHeaders: { authorization: '[REDACTED]', 'x-one': '1' },
        hasAuthHeader: true,
      }),
    );
});

/** Request bodies, as the page gives them and as they are shown. */
const REQUEST_BODIES: readonly (readonly [code: string, shown: string, type?: string])[] = [
  [`'plain'`, 'plain', 'text/plain;charset=UTF-8'],
  [
    `new URLSearchParams({ name: 'ann', password: 'hunter2' })`,
    'name=ann&password=[redacted]',
    'application/x-www-form-urlencoded;charset=UTF-8',
  ],
  [
    `(() => { const form = new FormData(); form.set('name', 'ann'); form.set('cvc', '123');
      form.set('photo', new File(['abcd'], 'a.png', { type: 'image/png' })); return form; })()`,
    'name=ann\ncvc=[redacted]\nphoto=[File: a.png, 4 bytes, image/png]',
    'multipart/form-data',
  ],
  [`new Blob(['{"a":1}'], { type: 'application/json' })`, '{"a":1}', 'application/json'],
  [`new Blob(['abcd'], { type: 'image/png' })`, '[Binary: 4 bytes, image/png]', 'image/png'],
  [`new ArrayBuffer(12)`, '[Binary: 12 bytes]'],
  [`new Uint16Array(3)`, '[Binary: 6 bytes]'],
  [`new DataView(new ArrayBuffer(5))`, '[Binary: 5 bytes]'],
];

for (const api of ['fetch', 'XMLHttpRequest']) {
  test(`request bodies of ${api} are shown in every form`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    const send =
      api === 'fetch'
        ? `const send = (body) => fetch('data', { method: 'POST', body });`
        : `const send = (body) => new Promise((resolve) => {
            const xhr = new XMLHttpRequest();
            xhr.open('POST', 'data'); xhr.onload = resolve; xhr.send(body);
          });`;
    const calls = REQUEST_BODIES.map(([code]) => `await send(${code});`);
    await run(pages, page, `${send} ${calls.join('\n')}`);
    await expect
      .poll(async () =>
        (await bodies(server)).map(({ requestBody, requestHeaders }) => ({ requestBody, requestHeaders })),
      )
      .toEqual(
        REQUEST_BODIES.map(([, requestBody, type]) => ({
          requestBody,
          requestHeaders: type === undefined ? {} : { 'content-type': type },
        })),
      );
  });
}

test('a Request keeps its body, and it is shown', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const seen = await run(
    pages,
    page,
    `const request = new Request('data', { method: 'PUT', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } });
     const before = [request.bodyUsed, request.body.locked];
     await (await fetch(request)).text();
     const again = await fetch(request).catch((error) => error.name);
     return [before, request.bodyUsed, again];`,
  );
  expect(seen).toEqual([[false, false], true, 'TypeError']);
  await expect
    .poll(() => bodies(server))
    .toMatchObject([
      { method: 'PUT', requestBody: '{"a":1}', status: 200 },
      { method: 'PUT', requestBody: '[Unread: application/json]', status: 0, error: expect.any(String) },
    ]);
});

test('a copy of a Request that has lost its type shows its body', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const seen = await run(
    pages,
    page,
    `const request = new Request('data', { method: 'PUT', body: '{"a":1}' });
     const copy = new Request(request, { headers: { 'X-Retry': '1' } });
     await (await fetch(copy)).text();
     await (await fetch(new Request('data', { method: 'PUT', headers: { 'X-Retry': '2' } }))).text();
     return [copy.headers.get('Content-Type'), copy.bodyUsed];`,
  );
  expect(seen).toEqual([null, true]);
  const sent = async (): Promise<unknown> =>
    (await bodies(server)).map(({ status, requestBody }) => [status, requestBody]);
  await expect.poll(sent).toEqual([
    [200, '{"a":1}'],
    [200, undefined],
  ]);
});

test('a long request is told from a long answer', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `const long = { method: 'POST', body: 'x'.repeat(8193) };
     await (await fetch('data', long)).text();
     await (await fetch('/large', long)).text();
     await (await fetch('/large')).text();`,
  );
  const cut = async (): Promise<unknown> =>
    (await bodies(server)).map(({ truncated, responseTruncated }) => [truncated, responseTruncated]);
  await expect.poll(cut).toEqual([
    [true, false],
    [true, undefined],
    [true, undefined],
  ]);
});

/** Response bodies, by what the page does with them. */
const RESPONSES: readonly (readonly [code: string, expected: object])[] = [
  [
    `await fetch('/picture')`,
    { contentType: 'image/png', responseBody: '[Binary: unknown size, image/png]' },
  ],
  [`await (await fetch('/chunked')).json()`, { responseBody: '{"part":1,"rest":2}' }],
  [`await (await fetch('/chunked')).text()`, { responseBody: '{"part":1,"rest":2}' }],
  [`await (await fetch('/chunked')).clone().text()`, { responseBody: '{"part":1,"rest":2}' }],
  [`await (await fetch('/large')).text()`, { responseBody: `"${'é'.repeat(8191)}`, truncated: true }],
  [`await fetch('/moved')`, { responseBody: '{"id":7,"token":"[redacted]"}', url: `${ORIGIN}/moved` }],
  [`await fetch('/stalled')`, { responseBody: '{"first":', truncated: true }],
  [`await fetch('data', { method: 'HEAD' })`, { method: 'HEAD' }],
  [`await fetch('/empty')`, { status: 204, contentType: undefined }],
  [
    `await fetch('/stream')`,
    { contentType: 'text/event-stream', responseBody: '[Stream: text/event-stream]' },
  ],
  [`await (await fetch('/chunked')).body.getReader().read()`, { responseBody: '[Stream: application/json]' }],
];

for (const [code, expected] of RESPONSES) {
  test(`response: ${code}`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    await run(pages, page, code);
    const path = /fetch\('([^']*)'/.exec(code)?.[1] ?? '';
    const url = `${ORIGIN}${path.startsWith('/') ? path : `/app/${path}`}`;
    const whole = Object.entries(body({ url, ...expected })).filter(([, value]) => value !== undefined);
    await expect.poll(() => bodies(server)).toEqual([Object.fromEntries(whole)]);
  });
}

test('an opaque response is no failure', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const other = pages.url('/app/data', '127.0.0.1');
  await run(pages, page, `await fetch('${other}', { mode: 'no-cors', credentials: 'include' });`);
  await expect
    .poll(() => bodies(server))
    .toEqual([
      {
        method: 'GET',
        url: 'http://127.0.0.1:PORT/app/data',
        status: 0,
        requestHeaders: {},
        responseHeaders: {},
        hasAuthHeader: false,
        credentials: 'include',
        hasCookies: 'unknown',
        truncated: false,
      },
    ]);
  expect(await logs(server)).toEqual([]);
});

/** The first bytes of a body that broke off may or may not have come. */
const START_OF_BODY: unknown = expect.stringMatching(/^(\{"first":)?$/);

/** Refusals and failures: what the log says, and what the body entry adds. */
const FAILURES: readonly (readonly [code: string, log: object, stored: object])[] = [
  [
    `await fetch('/refused')`,
    {
      level: 'warn',
      message: `GET ${ORIGIN}/refused 404 Not Found`,
      status: 404,
      statusText: 'Not Found',
      response: '{"error":"no such thing"}',
    },
    { status: 404, responseBody: '{"error":"no such thing"}' },
  ],
  [
    `await (await fetch('/broken')).text()`,
    {
      level: 'error',
      message: `GET ${ORIGIN}/broken 500 Internal Server Error`,
      status: 500,
      statusText: 'Internal Server Error',
      response: '{"error":"stock service is down"}',
    },
    { status: 500, responseBody: '{"error":"stock service is down"}' },
  ],
  [
    `await fetch('http://127.0.0.1:1/').catch(() => 0)`,
    { message: 'GET http://127.0.0.1:PORT/ failed: TypeError: Failed to fetch' },
    { status: 0, error: 'TypeError: Failed to fetch', hasCookies: 'false' },
  ],
  [
    `await fetch('/never', { signal: AbortSignal.abort() }).catch(() => 0)`,
    { level: 'warn', message: `GET ${ORIGIN}/never aborted` },
    { status: 0, error: 'aborted' },
  ],
  [
    `const c = new AbortController(); const f = fetch('/never', { signal: c.signal }); c.abort('own reason');
     await f.catch(() => 0)`,
    { level: 'warn', message: `GET ${ORIGIN}/never aborted` },
    { status: 0, error: 'aborted' },
  ],
  [
    `await fetch('/never', { signal: AbortSignal.timeout(1) }).catch(() => 0)`,
    { message: `GET ${ORIGIN}/never failed: TimeoutError: signal timed out` },
    { status: 0, error: 'TimeoutError: signal timed out' },
  ],
  [
    `const c = new AbortController(); const r = await fetch('/stalled', { signal: c.signal });
     const t = r.text().catch(() => 0); c.abort(); await t`,
    {
      level: 'warn',
      message: `GET ${ORIGIN}/stalled 200 OK aborted`,
      status: 200,
      statusText: 'OK',
      response: START_OF_BODY,
    },
    { status: 200, error: 'aborted', responseBody: START_OF_BODY, truncated: true },
  ],
  [
    `await fetch('/torn').then((r) => r.text()).catch(() => 0)`,
    {
      message: `GET ${ORIGIN}/torn 200 OK failed: TypeError: network error`,
      status: 200,
      statusText: 'OK',
      response: START_OF_BODY,
    },
    {
      status: 200,
      error: 'TypeError: network error',
      responseBody: START_OF_BODY,
      truncated: true,
    },
  ],
];

for (const [code, log, stored] of FAILURES) {
  test(`failure: ${code}`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    await run(pages, page, code);
    await expect
      .poll(() => logs(server))
      .toEqual([
        { type: 'network', level: 'error', method: 'GET', url: expect.any(String), status: 0, ...log },
      ]);
    await expect.poll(() => bodies(server)).toMatchObject([{ method: 'GET', ...stored }]);
    const [first] = await storedLogs(server);
    expect(first?.['requestId']).toMatch(/^[0-9a-f]{20}-1$/);
  });
}

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

for (const [code, expected] of XHR_RESPONSES) {
  test(`XMLHttpRequest: ${code}`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    await run(pages, page, `${XHR} ${code}`);
    const path = /request\('([^']*)'/.exec(code)?.[1] ?? '';
    await expect.poll(() => bodies(server)).toEqual([body({ url: `${ORIGIN}${path}`, ...expected })]);
  });
}

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

for (const [code, message] of XHR_FAILURES) {
  test(`XMLHttpRequest failure: ${code}`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    await run(pages, page, `${XHR} ${code}`);
    await expect
      .poll(async () =>
        (await logs(server)).map((entry) => String(entry['message']).replace(ORIGIN, '')).join(' | '),
      )
      .toBe(message);
  });
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

/** What a page could notice; asked with and without capture. */
const PROBE = `
  const seen = [];
  const note = (...facts) => seen.push(facts);
  const of = (f) => [f.name, f.length, String(f), Reflect.ownKeys(f).map(String), 'prototype' in f];
  note(of(fetch), Object.getOwnPropertyDescriptor(window, 'fetch').enumerable);
  for (const name of ['open', 'send', 'setRequestHeader', 'abort']) note(of(XMLHttpRequest.prototype[name]));
  for (const name of ['json', 'text', 'clone', 'blob', 'arrayBuffer', 'formData']) note(of(Response.prototype[name]));
  const response = await fetch('data');
  note(response.constructor === Response, response.bodyUsed, response.url.endsWith('/app/data'), response.body.locked);
  note(await response.json(), response.bodyUsed, await response.text().catch((error) => String(error)));
  const reason = { own: true };
  const controller = new AbortController();
  const aborted = fetch('/never', { signal: controller.signal });
  controller.abort(reason);
  note(aborted instanceof Promise, aborted.constructor === Promise, await aborted.catch((error) => error === reason));
  note(await fetch().catch(String), await fetch('http://a:b@localhost/').catch(String), await fetch.call({}, '/').catch(String));
  const failed = await fetch('http://127.0.0.1:1/').catch((error) => error);
  note(failed.name, failed.stack.includes('gasoline:'), Object.getOwnPropertyNames(failed));
  let reads = 0;
  await fetch('data', { get method() { reads++; return 'GET'; } });
  await fetch({ toString() { reads++; return 'data'; } });
  note(reads);
  const xhr = new XMLHttpRequest();
  const states = [];
  xhr.onreadystatechange = () => states.push(xhr.readyState);
  xhr.addEventListener('load', (event) => { states.push('load'); event.stopImmediatePropagation(); }, true);
  xhr.open('GET', 'data');
  await new Promise((resolve) => { xhr.onloadend = resolve; xhr.send(); });
  note(states, Reflect.ownKeys(xhr), xhr.responseText);
  for (const act of [() => new XMLHttpRequest().send(), () => new XMLHttpRequest().open('GET'), () => XMLHttpRequest.prototype.open.call({}, 'GET', '/'), () => new XMLHttpRequest().open('GET', 'http://[')])
    try { act(); } catch (error) { note(error.name, error.message, error.stack.includes('gasoline:')); }
  return seen;`;

test('the page sees the same as without capture', async ({ pages, bound, browser }) => {
  const [captured, plain] = [await bound.context.newPage(), await browser.newPage()];
  const expected = await run(pages, plain, PROBE);
  expect(await run(pages, captured, PROBE)).toEqual(expected);
});

test('a rejection nobody handles is reported once, a handled one never', async ({ pages, bound }) => {
  const page = await bound.context.newPage();
  const seen = await run(
    pages,
    page,
    `const events = [];
     let mine;
     addEventListener('unhandledrejection', (event) => events.push([event.promise === mine, event.reason.name]));
     addEventListener('rejectionhandled', () => events.push('handled late'));
     await fetch('http://127.0.0.1:1/').catch(() => 0);
     await fetch('http://127.0.0.1:1/').then(() => 0, () => 0);
     mine = fetch('http://127.0.0.1:1/');
     await new Promise((resolve) => addEventListener('unhandledrejection', () => setTimeout(resolve)));
     return events;`,
  );
  expect(seen).toEqual([[true, 'TypeError']]);
});

test('a body the page ignores stays with the server, one it cancels ends there', async ({ pages, bound }) => {
  const sent = new Map<string, number>();
  const closed: string[] = [];
  pages.route('/spaces', (request, response) => {
    const name = request.url ?? '';
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    response.on('close', () => closed.push(name));
    const write = (): void => {
      const total = (sent.get(name) ?? 0) + 65_536;
      sent.set(name, total);
      if (total > 300e6) response.end();
      else response.write(Buffer.alloc(65_536, 32), () => setImmediate(write));
    };
    write();
  });
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `window.ignored = await fetch('/spaces?ignored');
     const reader = (await fetch('/spaces?cancelled')).body.getReader();
     await reader.read();
     await reader.cancel();
     const streamed = (await fetch('/spaces?streamed')).body.getReader();
     while (!(await streamed.read()).done);`,
  );
  await expect.poll(() => closed).toEqual(['/spaces?cancelled', '/spaces?streamed']);
  expect(sent.get('/spaces?ignored')).toBeLessThan(150e6);
});
