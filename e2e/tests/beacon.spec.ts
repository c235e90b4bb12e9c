/** The CI script alone: no extension, no binding, only what a page itself may send. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import { beaconScript } from '../support/ci-script.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';
import type { Server } from '../support/server.ts';
import { counted, messagesAsSaid, storedLogs, storedMessages } from '../support/snapshot.ts';

const SCRIPTS = fileURLToPath(new URL('../../packages/gasoline-ci/dist/', import.meta.url));

for (const file of ['gasoline-ci.js', 'gasoline-ci.min.js']) {
  test(`${file} in a script element delivers`, async ({ server, pages, page }) => {
    await page.goto(pageWithScript(pages, server.port, 'throw new Error("plain page")', file));
    await expect
      .poll(() => storedLogs(server))
      .toMatchObject([
        { message: 'Error: plain page', url: pages.url('/'), frame: '0', n: 2, test_id: 'from the page' },
      ]);
  });
}

test('many entries pass the limit of 64 KB in flight, and none is lost', async ({ server, pages, page }) => {
  const flood = 'for (let i = 0; i < 900; i++) console.log(i, "é".repeat(500));';
  await page.goto(pageWithScript(pages, server.port, flood));
  await expect.poll(() => numbers(server)).toEqual(Array.from({ length: 900 }, (_, index) => index + 2));
});

test('a page that talks without end still comes to networkidle', async ({ server, pages, page }) => {
  const chatter = 'setInterval(() => console.log("tick"), 50)';
  await page.goto(pageWithScript(pages, server.port, chatter), { waitUntil: 'networkidle', timeout: 15_000 });
  await expect.poll(() => storedMessages(server)).toContain('tick');
});

test('what happens in the last moment before leaving arrives', async ({ server, pages, page }) => {
  pages.add('/next', '<p>next</p>');
  const listen = 'addEventListener("pagehide", () => console.error("in pagehide"));';
  await page.goto(pageWithScript(pages, server.port, `${listen} console.error("ready")`));
  await expect.poll(() => storedMessages(server)).toEqual(['ready']);
  await page.evaluate(() => {
    console.error('before navigation');
    location.href = '/next';
  });
  await expect.poll(() => messagesAsSaid(server)).toEqual(['ready', 'before navigation', 'in pagehide']);
});

test('of more than passes in the last moment errors and the newest arrive, and the rest counts as lost', async ({
  server,
  pages,
  page,
}) => {
  const flood = `addEventListener('pagehide', () => {
    console.error('first');
    for (let i = 0; i < 200; i++) console.log(i, 'x'.repeat(1000));
    console.log('last');
  });`;
  pages.add('/next', '<p>next</p>');
  await page.goto(pageWithScript(pages, server.port, `${flood} console.log("ready")`));
  await expect.poll(() => storedMessages(server)).toEqual(['ready']);
  await page.evaluate(() => {
    location.href = '/next';
  });
  await expect.poll(() => storedMessages(server)).toContain('last');
  await expect.poll(async () => (await messagesAsSaid(server))[1]).toBe('first');
  const settled = async (): Promise<void> => {
    const { entries, lost } = await counted(server);
    const newest = Math.max(...entries.map(({ n }) => Number(n)));
    expect(newest).toBeGreaterThan(203);
    expect(entries.length).toBeGreaterThan(20);
    expect(lost).toBe(newest - entries.length);
  };
  await expect(settled).toPass();
});

test('documents without an origin are not captured, and nothing is said there', async ({
  server,
  pages,
  page,
}) => {
  const said = consoleOf(page);
  await page.addInitScript({ content: beaconScript(server) });
  pages.add('/inner', '<p>inner</p>');
  await page.goto(
    pages.add(
      '/',
      `<link rel="icon" href="data:,">
       <iframe sandbox="allow-scripts" src="/inner"></iframe><iframe src="data:text/html,inner"></iframe>
       <script>console.log('ready')</script>`,
    ),
  );
  await expect.poll(() => storedMessages(server)).toEqual(['ready']);
  expect(said).toEqual([]);
  await page.goto('data:text/html,<p>alone</p>');
  await expect
    .poll(() => said)
    .toEqual([`[gasoline] Nothing is captured: this page cannot reach http://127.0.0.1:${server.port}.`]);
});

test('a page that is left before the server has answered speaks to it, as do its frames', async ({
  pages,
  page,
}) => {
  const said: string[] = [];
  // Not by Playwright: what it has to let pass is lost with the page.
  pages.route('/hello', () => undefined);
  pages.route('/logs', (request, response) => {
    request.on('data', (chunk: Buffer) => said.push(...(chunk.toString().match(/said in \w+/g) ?? [])));
    request.on('end', () => response.end('{}'));
  });
  pages.add('/enhanced-actions', '{}');
  pages.add('/next', '<p>next</p>');
  const frame = `<iframe srcdoc="<script>console.log('said in srcdoc')</script>"></iframe>`;
  const leaving = `<script>addEventListener('load', () => { location.href = '/next'; })</script>`;
  pages.add('/', `<script>console.log('said in page')</script>${frame}${leaving}`);
  const url = new URL(pages.url('/', '127.0.0.1'));
  await page.addInitScript({ content: beaconScript({ port: Number(url.port) }) });
  await page.goto(url.href);
  await page.waitForURL('**/next');
  await expect.poll(() => new Set(said)).toEqual(new Set(['said in page', 'said in srcdoc']));
});

test('a frame whose document takes over the window of the empty one before it is captured', async ({
  server,
  pages,
  page,
}) => {
  const said = consoleOf(page);
  await page.addInitScript({ content: beaconScript(server) });
  await page.goto(pages.add('/', '<link rel="icon" href="data:,"><p>page</p>'));
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = `javascript:'<script>console.log("in frame")</script>'`;
    document.body.append(frame);
  });
  await expect.poll(() => storedMessages(server)).toEqual(['in frame']);
  expect(said).toEqual([]);
});

test('without a server the script says so once and restores the page', async ({ server, pages, page }) => {
  await server.stop();
  const said = consoleOf(page);
  await page.goto(pageWithScript(pages, server.port, 'console.log("unheard")'));
  await expect.poll(() => said).toContainEqual(expect.stringContaining('[gasoline]'));
  await logMany(page);
  // The browser tells of the one request by which the server was looked for.
  expect(said).toEqual([
    'Failed to load resource: net::ERR_CONNECTION_REFUSED',
    `[gasoline] Nothing is captured: this page cannot reach http://127.0.0.1:${server.port}.`,
  ]);
});

test('a policy that forbids the server costs the page one request and one word', async ({
  server,
  pages,
  page,
}) => {
  const said = consoleOf(page);
  const headers = { 'Content-Security-Policy': "connect-src 'self'" };
  await page.goto(pageWithScript(pages, server.port, 'console.log("unheard")', 'gasoline-ci.js', headers));
  await expect.poll(() => said).toContainEqual(expect.stringContaining('[gasoline] Nothing is captured'));
  const atFirst = said.length;
  await logMany(page);
  expect(said.filter((text) => !text.includes('[gasoline]')).every((text) => text.includes('/hello'))).toBe(
    true,
  );
  expect(said).toHaveLength(atFirst);
});

test('a server that goes away is looked for once, then capture ends', async ({ server, pages, page }) => {
  const said = consoleOf(page);
  await page.goto(pageWithScript(pages, server.port, 'console.log("heard")'));
  await expect.poll(() => storedMessages(server)).toEqual(['heard']);
  await server.stop();
  await page.evaluate(() => {
    console.log('unheard');
  });
  await expect
    .poll(() => said)
    .toContainEqual(expect.stringContaining('[gasoline] Nothing more is captured'));
  const atFirst = said.length;
  await logMany(page);
  expect(said).toHaveLength(atFirst);
});

test('nothing leaves before the server has answered, and all of it then', async ({ server, pages, page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/hello', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(pageWithScript(pages, server.port, 'console.log("early")'));
  // Longer than a batch waits.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(requests).not.toContain('/logs');
  answer();
  await expect.poll(() => storedMessages(server)).toEqual(['early']);
});

function pageWithScript(
  pages: Pages,
  port: number,
  code: string,
  file = 'gasoline-ci.js',
  headers: Readonly<Record<string, string>> = {},
): string {
  const settings = `window.__GASOLINE_PORT = ${port}; window.__GASOLINE_TEST_ID = 'from the page';`;
  pages.add('/gasoline-ci.js', { type: 'text/javascript', body: readFileSync(SCRIPTS + file, 'utf8') });
  pages.add('/favicon.ico', '');
  return pages.add('/', {
    body: `<script>${settings}</script><script src="/gasoline-ci.js"></script><script>${code}</script>`,
    headers,
  });
}

async function numbers(server: Server): Promise<number[]> {
  const logs = await storedLogs(server);
  // Two beacons in flight may overtake each other.
  return logs.map(({ n }) => Number(n)).sort((left, right) => left - right);
}

/** Everything in the console of a page but for what its own code logs. */
function consoleOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log') said.push(message.text());
  });
  return said;
}

async function logMany(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let index = 0; index < 100; index += 1) console.log(index);
    // Longer than a batch waits.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
}

test('a page that loads the script while it is captured already sends nothing of its own', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(pageWithScript(pages, server.port, 'console.log("said once")'));
  await bound.capture.drain();
  expect(await storedMessages(server)).toEqual(['said once']);
  expect(requests).toEqual(['/', '/gasoline-ci.js']);
});
