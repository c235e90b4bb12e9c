/** What `gasoline attach` captures: pages, frames, workers, pictures. */

import type { Page } from 'puppeteer-core';

import { attach } from '../support/attach.ts';
import { STRICT, tabOf, test } from '../support/attached.ts';
import { launchOptions } from '../support/chromium.ts';
import { coloursOf } from '../support/colours.ts';
import { errorPicture } from '../support/error-picture.ts';
import { expect } from '../support/fixtures.ts';
import { connectAgent } from '../support/mcp.ts';
import type { Entry } from '../support/mcp.ts';
import { STRANGER_HOST } from '../support/puppeteer.ts';
import type { Server } from '../support/server.ts';
import { missing, storedLogs, storedMessages, storedScreenshots } from '../support/snapshot.ts';

/** What was said, where; frames other than the top one by whether they have a name. */
async function places(server: Server): Promise<unknown[]> {
  const logs = await storedLogs(server);
  const sorted = [...logs].sort((one, other) =>
    String(one['message']).localeCompare(String(other['message'])),
  );
  return sorted.map(({ message, tab, frame, test_id }) => ({
    message,
    tab,
    frame: frame === '0' ? 'top' : typeof frame,
    test_id,
  }));
}

function distinct(logs: readonly Entry[], field: string): number {
  return new Set(logs.map((entry) => entry[field])).size;
}

test('pages, frames of every kind and popups are captured from their first line', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  pages.add('/same-site', '<script>console.log("1 same site")</script>');
  pages.add('/stranger', '<iframe src="/nested"></iframe><script>console.log("2 out of process")</script>');
  pages.add('/nested', '<script>console.log("3 nested in it")</script>');
  pages.add('/popup', '<script>console.log("6 popup")</script>');
  const url = pages.add(
    '/',
    `<script>throw new RangeError('0 first inline script')</script>
     <iframe src="/same-site"></iframe>
     <iframe src="${pages.url('/stranger', STRANGER_HOST)}"></iframe>
     <iframe srcdoc="<script>console.log('4 srcdoc')</script>"></iframe>
     <script>
       const blank = document.createElement('iframe');
       document.documentElement.append(blank);
       blank.contentWindow.console.log('5 synchronous blank');
       open('/popup');
     </script>`,
  );
  const page = await chromium.newPage();
  await page.goto(url);
  const tab = await tabOf(page);
  await expect.poll(async () => (await storedLogs(server)).length).toBe(7);
  const popup = (await chromium.pages()).find((other) => other.url() === pages.url('/popup'));
  if (popup === undefined) throw new Error('no popup');
  const entry = (message: string, frame = 'string', of = tab): unknown => ({
    message,
    tab: of,
    frame,
    test_id: 'attached',
  });
  expect(await places(server)).toEqual([
    entry('1 same site'),
    entry('2 out of process'),
    entry('3 nested in it'),
    entry('4 srcdoc'),
    entry('5 synchronous blank'),
    entry('6 popup', 'top', await tabOf(popup)),
    entry('RangeError: 0 first inline script', 'top'),
  ]);
  const logs = await storedLogs(server);
  expect([distinct(logs, 'session'), distinct(logs, 'page'), distinct(logs, 'frame')]).toEqual([1, 7, 6]);
  expect(await missing(server)).toEqual([]);
  expect(attachment.said).toHaveLength(1);
});

test('the strictest policy changes nothing, and the page sees nothing', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const probe = `console.log(Object.keys(window).filter((name) => /gasoline/i.test(name)), '__gasolineBinding' in window)`;
  const url = pages.add('/', { body: `<script nonce="x">${probe}</script>`, headers: STRICT });
  const page = await chromium.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  await expect.poll(() => storedLogs(server)).toHaveLength(1);
  expect(await storedMessages(server)).toEqual(['[] false']);
  expect(requests.filter((address) => !address.endsWith('/favicon.ico'))).toEqual([url]);
  expect(attachment.said).toHaveLength(1);
});

test('workers are captured from their first line', async ({ server, pages, chromium, attachment }) => {
  pages.add('/worker.js', {
    type: 'text/javascript',
    body: 'console.warn("first line", { of: "worker" });\nthrow new TypeError("no total");',
  });
  pages.add('/service.js', { type: 'text/javascript', body: 'console.log("service worker");' });
  const url = pages.add(
    '/',
    '<script>new Worker("/worker.js"); navigator.serviceWorker.register("/service.js")</script>',
  );
  const page = await chromium.newPage();
  await page.goto(url);
  const tab = await tabOf(page);
  await expect.poll(async () => (await storedLogs(server)).length).toBe(3);
  const logs = await storedLogs(server);
  const of = (file: string): readonly Entry[] => logs.filter((entry) => entry['url'] === pages.url(file));
  const fields = { seq: expect.any(Number), received_at: expect.any(String), ts: expect.any(String) };
  const session = logs[0]?.['session'];
  const worker = of('/worker.js')[0]?.['page'];
  expect(of('/worker.js')).toEqual([
    {
      ...fields,
      ...{ session, tab, page: worker, test_id: 'attached', url: pages.url('/worker.js') },
      type: 'console',
      level: 'warn',
      message: 'first line {"of":"worker"}',
      args: ['first line', { of: 'worker' }],
      source: 'worker.js:1',
      n: 1,
      eventId: `${String(worker)}-1`,
    },
  ]);
  // An error nobody handles in a worker is reported to its page too, which tells it with what the worker knows.
  expect(of('/')).toMatchObject([
    {
      ...{ session, tab, frame: '0', test_id: 'attached' },
      type: 'exception',
      level: 'error',
      mechanism: 'error',
      message: 'TypeError: no total',
      stack: `TypeError: no total\n    at ${pages.url('/worker.js')}:2:7`,
      source: 'worker.js:2',
      filename: pages.url('/worker.js'),
      lineno: 2,
      colno: 7,
    },
  ]);
  expect(of('/service.js').map(({ message, n }) => [message, n])).toEqual([['service worker', 1]]);
  expect(await missing(server)).toEqual([]);
  expect(attachment.said).toHaveLength(1);
});

test('an uncaught error of a worker is told once, as fully as it is known', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const script = (path: string, body: string): string => pages.add(path, { type: 'text/javascript', body });
  const own = script('/own.js', 'throw new TypeError("its own")');
  const nested = script('/nested.js', 'throw new RangeError("of a nested one")');
  script('/around.js', 'new Worker("/nested.js")');
  script('/ended.js', 'throw new TypeError("ended by its page")');
  const page = await chromium.newPage();
  await page.goto(pages.add('/', '<p>'));
  for (const [path, count] of [
    ['/own.js', 1],
    ['/around.js', 2],
    ['/ended.js', 3],
  ] as const) {
    await page.evaluate((address) => {
      const worker = new Worker(address);
      worker.addEventListener('error', () => {
        if (address === '/ended.js') worker.terminate();
      });
    }, path);
    await expect.poll(async () => (await storedLogs(server)).length).toBe(count);
  }
  const logs = await storedLogs(server);
  expect(logs.map(({ message, stack, url }) => ({ message, stack, url }))).toEqual([
    { message: 'TypeError: its own', stack: `TypeError: its own\n    at ${own}:1:7`, url: pages.url('/') },
    {
      message: 'RangeError: of a nested one',
      stack: `RangeError: of a nested one\n    at ${nested}:1:7`,
      url: pages.url('/'),
    },
    { message: 'Uncaught TypeError: ended by its page', stack: undefined, url: pages.url('/') },
  ]);
  expect(await missing(server)).toEqual([]);
  expect(attachment.said).toHaveLength(1);
});

test('an uncaught error leaves a picture of the page without its passwords', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const url = pages.add(
    '/',
    `<body style="margin:0;background:#fff"><input type="password" value="secret"
      style="position:absolute;left:0;top:0;width:100px;height:50px;border:0">
     <script>onload = () => requestAnimationFrame(() => setTimeout(() => { throw new Error('seen') }));</script>`,
  );
  const page = await chromium.newPage();
  await page.setViewport({ width: 400, height: 300 });
  await page.goto(url);
  await expect.poll(() => storedScreenshots(server)).toHaveLength(1);
  const [error] = await storedLogs(server);
  const [screenshot] = await storedScreenshots(server);
  expect(screenshot).toEqual({ ...errorPicture(error, url), test_id: 'attached' });
  // Any browser can read the picture; this one is at hand.
  const picture = await fetch(`${server.url}/screenshots/1`);
  const data = `data:image/png;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`;
  const seen = await page.evaluate(coloursOf, [data, { field: [50, 25], beside: [200, 200] }] as const);
  expect(seen.colours).toEqual({ field: '#404040', beside: '#ffffff' });
  await expectWholePage(server, page);
  expect(attachment.said).toHaveLength(1);
});

/** Pictures all of a long page in pieces, then an element that cannot be seen; the page keeps its size. */
async function expectWholePage(server: Server, page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div id="far" style="position:absolute;top:1900px;left:20px;width:100px;height:100px;background:#0000ff">Far</div>`,
    );
  });
  const agent = await connectAgent(server, 'http');
  const pieces = await agent.pictures('capture_screenshot', { full_page: true });
  const sizes = await Promise.all(
    pieces.map(async (piece) => (await page.evaluate(coloursOf, [piece, {}] as const)).size),
  );
  expect(sizes).toEqual([
    [400, 1568],
    [400, 432],
  ]);
  const places = { far: [50, 382], above: [50, 300] } as const;
  expect((await page.evaluate(coloursOf, [pieces[1] ?? '', places] as const)).colours).toEqual({
    far: '#0000ff',
    above: '#ffffff',
  });
  const [element = ''] = await agent.pictures('capture_screenshot', { selector: '#far' });
  expect(await page.evaluate(coloursOf, [element, { middle: [90, 90] }] as const)).toEqual({
    size: [100, 100],
    colours: { middle: '#0000ff' },
  });
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 300]);
  await agent.close();
}

test('a page that floods neither stops capture nor the browser', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const url = pages.add('/', '<p>');
  const page = await chromium.newPage();
  await page.goto(url);
  await page.evaluate(() => {
    const text = 'x'.repeat(1000);
    for (let index = 0; index < 10_000; index += 1) console.log(text);
    console.log('z'.repeat(30_000_000).length);
    console.error('after the flood');
  });
  await expect.poll(() => storedMessages(server), { timeout: 30_000 }).toContain('after the flood');
  expect(attachment.said).toHaveLength(1);
});

test('a sandboxed frame whose document comes without a request is captured from its first line, once', async ({
  server,
  pages,
}) => {
  const inner = `<script>console.log('first'); setTimeout(() => console.log('later')); throw new Error('early')</script>`;
  const url = pages.add('/', `<iframe sandbox="allow-scripts" srcdoc="${inner}"></iframe>`);
  const { executablePath = '', args = [] } = launchOptions;
  const attachment = await attach(server, '--launch', executablePath, '--headless', '--', ...args, url);
  const said = async (): Promise<unknown[]> => [...(await storedMessages(server))].sort();
  await expect.poll(said).toEqual(['Error: early', 'first', 'later']);
  const logs = await storedLogs(server);
  expect([distinct(logs, 'session'), distinct(logs, 'tab'), distinct(logs, 'frame')]).toEqual([1, 1, 1]);
  expect(await missing(server)).toEqual([]);
  expect(await attachment.stop()).toBe(0);
});
