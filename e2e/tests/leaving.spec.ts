/** What a page keeps back, because it may still change, leaves before the page does; and nobody sees it leave. */

import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { launchOptions, STRANGER_HOST } from '../support/chromium.ts';
import { beaconScript } from '../support/ci-script.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';
import type { Server } from '../support/server.ts';
import { missing, stored, storedMessages } from '../support/snapshot.ts';

const FORM = `<title>Order</title><input aria-label="Name"><a href="/next">Go</a><script src="/app.js"></script>`;

/** A load is measured two seconds after its event; times are given in whole milliseconds. */
const SNAPSHOT_AFTER_MS = 1999;

/** Hosts from which a beacon to the server would pass, and from which it would not. */
const HOSTS = ['localhost', STRANGER_HOST];

function addPages(pages: Pages, headers: Record<string, string> = {}): void {
  pages.add('/', { body: FORM, headers });
  pages.add('/app.js', { type: 'text/javascript', body: '' });
  pages.add('/favicon.ico', '');
  pages.add('/next', '<title>Next</title><p>next</p>');
}

/** What the user did on the first page, as the server knows it. */
async function actions(server: Server): Promise<unknown[]> {
  const entries = await stored(server, 'enhanced_actions');
  return entries.map(({ type, value, toUrl }) => [
    type,
    value ?? (typeof toUrl === 'string' ? new URL(toUrl).pathname : ''),
  ]);
}

/** Requests and console lines of a page, from now on. */
function watched(page: Page): { requests: string[]; lines: string[] } {
  const seen: { requests: string[]; lines: string[] } = { requests: [], lines: [] };
  page.on('request', (request) => seen.requests.push(new URL(request.url()).pathname));
  page.on('console', (message) => seen.lines.push(message.text()));
  return seen;
}

for (const host of HOSTS) {
  test(`what was just typed, routed and loaded arrives when a page of ${host} is left`, async ({
    server,
    pages,
    bound,
  }) => {
    addPages(pages);
    const page = await bound.context.newPage();
    const { requests, lines } = watched(page);
    await page.goto(pages.url('/', host));
    await page.evaluate(() => {
      history.replaceState(null, '', '/routed');
    });
    await page.getByLabel('Name').fill('Ada');
    await page.goto(pages.url('/next', host));
    await bound.capture.drain();

    expect(await actions(server)).toEqual([
      ['navigate', '/'],
      ['navigate', '/routed'],
      ['input', 'Ada'],
      ['navigate', '/next'],
    ]);
    const snapshots = await stored(server, 'performance_snapshots');
    expect(snapshots.filter(({ url }) => url !== pages.url('/next', host))).toMatchObject([
      { url: pages.url('/', host), network: { byType: { script: { count: 1 } } } },
    ]);
    const resources = await stored(server, 'resources');
    expect(resources.map(({ url }) => url)).toContain(pages.url('/app.js', host));
    expect(await missing(server)).toEqual([]);
    expect(requests).toEqual(['/', '/app.js', '/next']);
    expect(lines).toEqual([]);
  });
}

test('a click that leaves the page stands after the typing before it', async ({ server, pages, bound }) => {
  addPages(pages);
  const page = await bound.context.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  await page.getByLabel('Name').fill('Ada');
  await page.getByText('Go').click();
  await page.waitForURL('**/next');
  await bound.capture.drain();
  expect(await actions(server)).toEqual([
    ['navigate', '/'],
    ['input', 'Ada'],
    ['click', ''],
    ['navigate', '/next'],
  ]);
});

test('a page that stays although it was asked to leave goes on being captured', async ({
  server,
  pages,
  bound,
}) => {
  addPages(pages);
  pages.route('/nothing', (_request, response) => response.writeHead(204).end());
  const page = await bound.context.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  await page.getByLabel('Name').fill('Ada');
  await page.evaluate(() => {
    location.href = '/nothing';
  });
  await expect.poll(() => actions(server)).toContainEqual(['input', 'Ada']);
  await page.getByLabel('Name').fill('Grace');
  await bound.capture.drain();
  expect(await actions(server)).toEqual([
    ['navigate', '/'],
    ['input', 'Ada'],
    ['input', 'Grace'],
  ]);
});

const LAST_WORDS = '<script>addEventListener("pagehide", () => console.log("in pagehide"))</script>';

test('a page with a policy is left without a request and without a word in its console', async ({
  server,
  pages,
  bound,
}) => {
  addPages(pages);
  const body = `${LAST_WORDS}<script>console.log("ready")</script>`;
  pages.add('/header', { body, headers: { 'Content-Security-Policy': "connect-src 'self'" } });
  pages.add('/report', { body, headers: { 'Content-Security-Policy-Report-Only': "connect-src 'self'" } });
  pages.add('/meta', `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">${body}`);
  const page = await bound.context.newPage();
  const { requests, lines } = watched(page);
  for (const path of ['/header', '/report', '/meta', '/next']) await page.goto(pages.url(path));
  await bound.capture.drain();
  expect(requests).toEqual(['/header', '/report', '/meta', '/next']);
  expect(lines).toEqual(['ready', 'ready', 'ready']);
  expect(await storedMessages(server)).toEqual(['ready', 'ready', 'ready']);
});

test('no test sees a request of ours, also when a page or its frame is left', async ({
  server,
  pages,
  bound,
}) => {
  pages.add('/frame', LAST_WORDS);
  pages.add('/frames', `${LAST_WORDS}<iframe src="/frame" title="inner"></iframe>`);
  pages.add('/next', '<p>next</p>');
  await bound.context.newPage();
  const page = await bound.context.newPage();
  const { requests } = watched(page);
  await page.goto(pages.url('/frames'));
  await page.evaluate(() => {
    document.querySelector('iframe')?.setAttribute('src', '/next');
  });
  await expect.poll(() => places(server)).toEqual(['/frame 1 1']);
  await page.goto(pages.url('/next'));
  await expect.poll(() => places(server)).toEqual(['/frame 1 1', '/frames 1 0']);
  expect(requests).toEqual(['/frames', '/frame', '/next', '/next']);
});

test('a test that lets every request pass itself is asked about none of ours', async ({ pages, bound }) => {
  pages.add('/', LAST_WORDS);
  pages.add('/next', '<p>next</p>');
  const page = await bound.context.newPage();
  const routed: string[] = [];
  await page.route('**', async (route) => {
    routed.push(new URL(route.request().url()).pathname);
    await route.continue();
  });
  await page.goto(pages.url('/'));
  await bound.capture.drain();
  await page.goto(pages.url('/next'));
  await bound.capture.drain();
  expect(routed).toEqual(['/', '/next']);
});

/** Where the last words were said: address, tab and frame. */
async function places(server: Server): Promise<string[]> {
  const logs = await stored(server, 'logs');
  return logs.map(({ url, tab, frame }) => [new URL(String(url)).pathname, tab, frame].join(' '));
}

test('the last words of a document that a test made up cost no line in the console', async ({
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const { lines } = watched(page);
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: LAST_WORDS }));
  await page.goto(pages.url('/'));
  await bound.capture.drain();
  await page.goto(pages.url('/next'));
  await bound.capture.drain();
  expect(lines).toEqual([]);
});

test('a drain gets what a page and its frames keep back', async ({ server, pages, bound }) => {
  addPages(pages);
  pages.add('/frames', `${FORM}<iframe src="/" title="inner"></iframe>`);
  const page = await bound.context.newPage();
  await page.goto(pages.url('/frames'));
  await page.getByLabel('Name').fill('Ada');
  await page.frameLocator('iframe').getByLabel('Name').fill('Grace');
  await bound.capture.drain();
  expect(await actions(server)).toEqual(
    expect.arrayContaining([
      ['input', 'Ada'],
      ['input', 'Grace'],
    ]),
  );
  // What is measured of a load waits for what may still happen to it, no matter who asks.
  const loaded = await page.evaluate(() => {
    const [load] = performance.getEntriesByType('navigation');
    return performance.timeOrigin + (load instanceof PerformanceNavigationTiming ? load.loadEventStart : NaN);
  });
  const measured = (await stored(server, 'performance_snapshots')).map(({ ts }) => Date.parse(String(ts)));
  expect(measured.filter((time) => !(time >= loaded + SNAPSHOT_AFTER_MS))).toEqual([]);
});

test('a page that is closed hands over what it keeps back', async ({ server, pages, bound }) => {
  addPages(pages);
  const page = await bound.context.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  await page.getByLabel('Name').fill('Ada');
  await page.close();
  await bound.capture.drain();
  expect(await actions(server)).toContainEqual(['input', 'Ada']);
});

test('a drain gets every answer, its body read or not', async ({ server, pages, bound }) => {
  pages.route('/saved', (_request, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.write('{"id"');
    response.end(':7}');
  });
  pages.route('/failing', (_request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/plain' });
    response.write('stock service');
  });
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<body>order'));
  await page.evaluate(async () => {
    await fetch('/saved', { method: 'POST', body: '{}' });
    await fetch('/failing');
  });
  await bound.capture.drain();
  const answers = (await stored(server, 'network_bodies')).map(({ status, responseBody, truncated }) => [
    status,
    responseBody,
    truncated,
  ]);
  expect(answers).toEqual([
    [201, '{"id":7}', false],
    [500, 'stock service', true],
  ]);
  const errors = await stored(server, 'logs');
  expect(errors.map(({ message, response }) => [message, response])).toEqual([
    [`GET ${pages.url('/failing')} 500 Internal Server Error`, 'stock service'],
  ]);
});

test('a request answered before its page is left is on record, also where a policy forbids beacons', async ({
  server,
  pages,
  bound,
}) => {
  const headers = { 'Content-Security-Policy': "default-src 'self' 'unsafe-inline'" };
  pages.add('/next', { body: '<body>next', headers });
  pages.route('/saved', (_request, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.write('{"id"');
    response.end(':7}');
  });
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', { body: '<body>order', headers }));
  await bound.capture.drain();
  await page.evaluate(() => {
    void (async () => {
      await fetch('/saved', { method: 'POST', body: '{"sku":7}' });
      location.href = '/next';
    })();
  });
  await page.waitForURL('**/next');
  const seen = async (): Promise<unknown> =>
    (await stored(server, 'network_bodies')).map(({ status, requestBody, responseBody }) => [
      status,
      requestBody,
      responseBody,
    ]);
  await expect.poll(seen).toEqual([[201, '{"sku":7}', '[Not read by the page: application/json]']]);
});

test('a browser that is closed hands over what its pages keep back', async ({ server, pages }) => {
  addPages(pages);
  const browser = await chromium.launch(launchOptions);
  const context = await browser.newContext();
  const capture = await captureContext(context, { port: server.port });
  const page = await context.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  await page.getByLabel('Name').fill('Ada');
  await browser.close();
  await capture.drain();
  expect(await actions(server)).toContainEqual(['input', 'Ada']);
});

/** Says more than there is room for beside its own beacon, which it sends when the event comes. */
function reporting(event: string): string {
  return `<script>
    for (let index = 0; index < 100; index += 1) fetch('/unread?' + index);
    addEventListener('pagehide', () => console.log('bye', 'x'.repeat(6000)));
    addEventListener('${event}', () => {
      sessionStorage.setItem('${event}', String(navigator.sendBeacon('/own', 'x'.repeat(60_000))));
    });
  </script>`;
}

for (const way of ['captured', 'not captured']) {
  test(`the page’s own last beacon goes through: ${way}`, async ({ server, pages, context }) => {
    for (const event of ['pagehide', 'visibilitychange']) pages.add(`/${event}`, reporting(event));
    pages.add('/next', '<p>next</p>');
    pages.add('/unread', { type: 'text/plain', body: 'x'.repeat(50) });
    pages.add('/own', '');
    const capture =
      way === 'captured' ? await captureContext(context, { port: server.port }) : { drain: () => undefined };
    const page = await context.newPage();
    for (const event of ['pagehide', 'visibilitychange']) {
      await page.goto(pages.url(`/${event}`), { waitUntil: 'networkidle' });
      // By then the page has been told that beacons pass.
      await capture.drain();
      await page.goto(pages.url('/next'));
    }
    await expect.poll(() => pages.requests.filter((request) => request === 'POST /own')).toHaveLength(2);
    expect(await page.evaluate(() => Object.entries(sessionStorage).sort())).toEqual([
      ['pagehide', 'true'],
      ['visibilitychange', 'true'],
    ]);
  });
}

/** A page whose last words need a beacon, with a script that reports by one of its own. */
interface Stopping {
  readonly script: string;
  /** Whether the script is there before us. */
  readonly isFirst: boolean;
}

const AT_WINDOW = `addEventListener('visibilitychange', (event) => { event.stopImmediatePropagation(); report(); }, true);`;
const AT_DOCUMENT = `document.addEventListener('visibilitychange', (event) => { event.stopPropagation(); report(); });`;

const STOPPING: Readonly<Record<string, Stopping>> = {
  'visibilitychange at the window': { script: AT_WINDOW, isFirst: false },
  'visibilitychange at the window before us': { script: AT_WINDOW, isFirst: true },
  'visibilitychange at the document': { script: AT_DOCUMENT, isFirst: false },
  'pagehide too': {
    script: `addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true); ${AT_WINDOW}`,
    isFirst: false,
  },
};

/** A beacon beside which nothing else has room, and one beside which everything has. */
const OWN_BYTES = { large: 60_000, small: 10 };

const LAST = `<script>addEventListener('pagehide', () => console.log('bye'.repeat(2000)), true)</script>`;

for (const way of ['binding', 'beacon']) {
  for (const [name, { script, isFirst }] of Object.entries(STOPPING)) {
    test(`last words of a page that stops ${name} go by ${way}, after its own`, async ({
      server,
      pages,
      context,
    }) => {
      pages.add('/next', '<p>next</p>');
      pages.add('/own', '');
      const stopping = `{
        const report = () => {
          const bytes = ${JSON.stringify(OWN_BYTES)}[location.pathname.slice(1)];
          if (bytes) sessionStorage.setItem(location.pathname, navigator.sendBeacon('/own', 'x'.repeat(bytes)));
        };
        ${script}
      }`;
      if (isFirst) await context.addInitScript(stopping);
      const body = isFirst ? LAST : `${LAST}<script>${stopping}</script>`;
      const capture = way === 'binding' ? await captureContext(context, { port: server.port }) : undefined;
      if (capture === undefined) await context.addInitScript({ content: beaconScript(server) });
      const page = await context.newPage();
      for (const size of Object.keys(OWN_BYTES)) {
        await page.goto(pages.add(`/${size}`, body), { waitUntil: 'networkidle' });
        // By then the page has been told that beacons pass.
        await capture?.drain();
        await page.goto(pages.url('/next'));
      }
      await expect.poll(() => storedMessages(server)).toEqual(['bye'.repeat(2000)]);
      expect(await page.evaluate(() => Object.entries(sessionStorage).sort())).toEqual([
        ['/large', 'true'],
        ['/small', 'true'],
      ]);
    });
  }
}
