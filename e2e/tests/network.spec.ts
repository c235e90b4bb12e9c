/** Requests of a page by `fetch`, to the entries the server keeps. */

import { expect, test } from '../support/fixtures.ts';
import { bodies, body, logs, ORIGIN, run } from '../support/requests.ts';
import { eachRow } from '../support/rows.ts';
import { storedLogs } from '../support/snapshot.ts';

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
        requestBody:
          '{"user":"ann","password":"[redacted]","otp":"[redacted:sensitive-field:number:6:0]","items":[1]}',
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

/** Each way to write an address, and where it leads. */
const ADDRESSES: readonly (readonly [code: string, path: string])[] = [
  [`'data'`, '/app/data'],
  [`new URL('/null', location)`, '/null'],
  ['location', '/'],
  [`Object.assign(document.createElement('a'), { href: '/oops' })`, '/oops'],
  [`new String('/null')`, '/null'],
  [`['data']`, '/app/data'],
  [`{ toString: () => '/oops' }`, '/oops'],
  [`{ [Symbol.toPrimitive]: (hint) => hint === 'string' ? '/null' : '/oops' }`, '/null'],
  [`Object.assign(() => 0, { toString: () => '/oops' })`, '/oops'],
];

for (const [api, call] of Object.entries({
  fetch: `for (const address of addresses) await (await fetch(address)).text();`,
  XMLHttpRequest: `const xhr = new XMLHttpRequest();
    for (const address of addresses) await new Promise((resolve) => {
      xhr.open(new String('get'), address);
      xhr.onload = resolve;
      xhr.send();
    });`,
}))
  test(`addresses of ${api} are read in every form`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    const codes = ADDRESSES.map(([code]) => code);
    await run(pages, page, `const addresses = [${codes.join(', ')}]; ${call}`);
    await expect
      .poll(async () => (await bodies(server)).map(({ method, url }) => [method, url]))
      .toEqual(ADDRESSES.map(([, path]) => ['GET', `${ORIGIN}${path}`]));
  });

test('a call that the page’s own conversion of the address ends is no request', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `const address = { toString() { throw new Error('no address'); } };
     await fetch(address).catch(() => 0);
     await fetch(Symbol('address')).catch(() => 0);
     try { new XMLHttpRequest().open('GET', address); } catch {}
     await fetch('data');`,
  );
  await expect.poll(async () => (await bodies(server)).map(({ url }) => url)).toEqual([`${ORIGIN}/app/data`]);
  expect(await logs(server)).toEqual([]);
});

test('the fetch of a frame that is called for its page is on record', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const outcome = await run(
    pages,
    page,
    `const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
     const promise = contentWindow.fetch.call(window, '/null');
     return [promise instanceof Promise, await (await promise).json()];`,
  );
  expect(outcome).toEqual([true, null]);
  await expect
    .poll(async () =>
      (await bodies(server)).map(({ url, status, responseBody }) => [url, status, responseBody]),
    )
    .toEqual([[`${ORIGIN}/null`, 200, 'null']]);
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

test('responses of every kind', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await eachRow(
    { ...bound, server, page },
    RESPONSES,
    ([code]) => code,
    async ([code, expected]) => {
      await run(pages, page, code);
      const path = /fetch\('([^']*)'/.exec(code)?.[1] ?? '';
      const url = `${ORIGIN}${path.startsWith('/') ? path : `/app/${path}`}`;
      const whole = Object.entries(body({ url, ...expected })).filter(([, value]) => value !== undefined);
      await expect.poll(() => bodies(server), code).toEqual([Object.fromEntries(whole)]);
    },
  );
});

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

test('refusals and failures of every kind', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await eachRow(
    { ...bound, server, page },
    FAILURES,
    ([code]) => code,
    async ([code, log, stored]) => {
      await run(pages, page, code);
      await expect
        .poll(() => logs(server), code)
        .toEqual([
          { type: 'network', level: 'error', method: 'GET', url: expect.any(String), status: 0, ...log },
        ]);
      await expect.poll(() => bodies(server), code).toMatchObject([{ method: 'GET', ...stored }]);
      const [first] = await storedLogs(server);
      expect(first?.['requestId'], code).toMatch(/^[0-9a-f]{20}-1$/);
    },
  );
});

test('a refusal is reported with what is here of a body that does not end', async ({
  server,
  pages,
  bound,
}) => {
  pages.route('/failing', (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'text/plain' });
    response.write('stock service is down');
  });
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<body>order'));
  await page.evaluate(() => fetch('/failing').then(({ status }) => status));
  await expect
    .poll(async () => (await storedLogs(server)).map(({ message, response }) => [message, response]))
    .toEqual([[`GET ${pages.url('/failing')} 503 Service Unavailable`, 'stock service is down']]);
});
