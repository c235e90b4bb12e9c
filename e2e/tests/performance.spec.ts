/** How pages load, from the browser's own timeline to the server. */

import { EventEmitter, once } from 'node:events';

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { content, stored } from '../support/snapshot.ts';

const MILLISECONDS = expect.any(Number);

const SCRIPT = 'document.title = "Shop";';

/** A page with one resource of each kind that is simple to serve. */
const SHOP = `<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">
  <h1>Shop</h1><button>Buy</button>
  <script src="/app.js" integrity="sha256-lbYzxG3LL4hmmqRKPAAyhvlOnmLCUfh/wUyLlvKvPy0="></script>`;

test('a snapshot two seconds after the load, its final figures when the page is left', async ({
  server,
  pages,
  bound,
}) => {
  pages.add('/style.css', { type: 'text/css', body: 'h1 { color: green }' });
  pages.add('/app.js', { type: 'text/javascript', body: SCRIPT });
  pages.add('/next', '<link rel="icon" href="data:,">');
  const story = new EventEmitter();
  const clicked = once(story, 'clicked');
  pages.route('/photo.png', (_request, response) => {
    void clicked.then(() => response.end());
  });
  const url = pages.add('/', `${SHOP.replace(/ integrity="[^"]*"/, '')}<img src="/photo.png" alt="">`);
  const page = await bound.context.newPage();
  // The page has not loaded before somebody has clicked.
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.locator('button').click();
  story.emit('clicked');
  await expect.poll(() => stored(server, 'performance_snapshots')).toHaveLength(1);
  await page.goto(pages.url('/next'));
  await expect
    .poll(async () => (await stored(server, 'performance_snapshots'))[0]?.['_vitals'])
    .toBeDefined();

  const none = { count: 0, size: 0 };
  const one = { count: 1, size: expect.any(Number) };
  const request = (path: string): Entry => ({
    url: pages.url(path),
    duration: MILLISECONDS,
    size: expect.any(Number),
  });
  const [snapshot] = await stored(server, 'performance_snapshots');
  expect(content(snapshot ?? {})).toEqual({
    type: 'performance',
    url,
    timing: {
      domContentLoaded: MILLISECONDS,
      load: MILLISECONDS,
      firstContentfulPaint: MILLISECONDS,
      largestContentfulPaint: MILLISECONDS,
      interactionToNextPaint: MILLISECONDS,
      timeToFirstByte: MILLISECONDS,
      domInteractive: MILLISECONDS,
    },
    network: {
      requestCount: 3,
      transferSize: expect.any(Number),
      decodedSize: 'h1 { color: green }'.length + SCRIPT.length,
      byType: { script: one, style: one, image: one, font: none, fetch: none, other: none },
      slowestRequests: expect.arrayContaining(['/style.css', '/app.js', '/photo.png'].map(request)),
    },
    longTasks: { count: expect.any(Number), totalBlockingTime: MILLISECONDS, longest: MILLISECONDS },
    cumulativeLayoutShift: expect.any(Number),
    _vitals: {
      largestContentfulPaint: MILLISECONDS,
      cumulativeLayoutShift: expect.any(Number),
      interactionToNextPaint: MILLISECONDS,
    },
  });
  expect(JSON.stringify(snapshot).length).toBeLessThan(4096);
});

test('a page that is left at once still leaves its snapshot', async ({ server, pages, bound }) => {
  pages.add('/next', '<link rel="icon" href="data:,">');
  const url = pages.add('/', '<link rel="icon" href="data:,"><h1>Brief</h1>');
  const page = await bound.context.newPage();
  await page.goto(url);
  await page.goto(pages.url('/next'));
  await expect
    .poll(async () => (await stored(server, 'performance_snapshots')).map((entry) => entry['url']))
    .toContain(url);
});

test('resources with status and integrity', async ({ server, pages, bound }) => {
  pages.add('/style.css', { type: 'text/css', body: 'h1 { color: green }' });
  pages.add('/app.js', { type: 'text/javascript', body: SCRIPT });
  const url = pages.add('/', `${SHOP}<img src="/missing.png">`);
  const page = await bound.context.newPage();
  await page.goto(url);
  await expect.poll(() => stored(server, 'resources')).toHaveLength(3);
  const entries = await stored(server, 'resources');
  const resource = (path: string, initiatorType: string, rest: Entry): Entry => ({
    type: 'resource',
    url: pages.url(path),
    pageUrl: url,
    initiatorType,
    transferSize: expect.any(Number),
    startTime: MILLISECONDS,
    duration: MILLISECONDS,
    ...rest,
  });
  const byUrl = entries
    .map(content)
    .sort((left, right) => String(left['url']).localeCompare(String(right['url'])));
  expect(byUrl).toEqual([
    resource('/app.js', 'script', {
      responseStatus: 200,
      decodedSize: expect.any(Number),
      integrity: 'sha256-lbYzxG3LL4hmmqRKPAAyhvlOnmLCUfh/wUyLlvKvPy0=',
    }),
    resource('/missing.png', 'img', { responseStatus: 404, decodedSize: 0 }),
    resource('/style.css', 'link', { responseStatus: 200, decodedSize: 'h1 { color: green }'.length }),
  ]);
});

test('of many resources each is reported once', async ({ server, pages, bound }) => {
  const names = Array.from({ length: 50 }, (_, number) => `/${number}.png`);
  const images = names.map((name) => `<img src="${name}">`).join('');
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', `<link rel="icon" href="data:,">${images}`));
  const reported = async (): Promise<readonly string[]> =>
    (await stored(server, 'resources')).map(({ url }) => String(url)).sort();
  await expect.poll(reported).toEqual(names.map((name) => pages.url(name)).sort());
});

test('resources that the page makes the browser forget while it loads are known', async ({
  server,
  pages,
  bound,
}) => {
  pages.add('/style.css', { type: 'text/css', body: 'h1 { color: green }' });
  // A script waits for the styles before it, which are on the browser's list by then.
  const forget = '<script>performance.clearResourceTimings()</script>';
  const page = await bound.context.newPage();
  await page.goto(
    pages.add(
      '/',
      `<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">${forget}<h1>Shop</h1>`,
    ),
  );
  await expect
    .poll(async () => (await stored(server, 'resources')).map(({ url }) => url))
    .toEqual([pages.url('/style.css')]);
});

test('resources that come after the browser’s list is full are counted', async ({ server, pages, bound }) => {
  const images = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, number) => `<img src="/${from + number}.png">`).join('');
  // The page is held back until the last image was asked for, so only the full list can have begun the watching.
  const held = new Promise<void>((release) => {
    pages.route('/399.png', (_, response) => {
      response.end();
      release();
    });
  });
  pages.route('/held.png', (_, response) => {
    void held.then(() => response.end());
  });
  // What loads for long is watched by then anyway: that timer of ours is taken away.
  const untimed = 'for (let id = 0; id < 1000; id += 1) clearTimeout(id)';
  const more = `performance.addEventListener('resourcetimingbufferfull', () => {
    document.body.insertAdjacentHTML('beforeend', '${images(300, 400)}');
  }, { once: true })`;
  const page = await bound.context.newPage();
  await page.goto(
    pages.add(
      '/',
      `<link rel="icon" href="data:,"><body><script>${untimed};${more}</script><img src="/held.png">${images(0, 300)}`,
    ),
  );
  await expect.poll(() => stored(server, 'performance_snapshots')).toHaveLength(1);
  const [snapshot] = await stored(server, 'performance_snapshots');
  expect(snapshot).toMatchObject({ network: { requestCount: expect.any(Number) } });
  const { requestCount } = Object(snapshot?.['network']);
  // The browser lists 250; then come the last hundred and the one that held the page. Of the fifty between, those that came
  // while the list overflowed are not known.
  expect(requestCount).toBeGreaterThanOrEqual(351);
  expect(requestCount).toBeLessThanOrEqual(401);
});

test('nothing of it is in the page’s own timeline', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<link rel="icon" href="data:,"><h1>Clean</h1>'));
  await expect.poll(() => stored(server, 'performance_snapshots')).toHaveLength(1);
  const entries = await page.evaluate(() =>
    ['mark', 'measure', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .map(({ name }) => name),
  );
  expect(entries).toEqual([]);
});

test('the slowest interaction and the largest paint are named, while the page is open', async ({
  server,
  pages,
  extension,
}) => {
  const page = await extension.newPage();
  await page.goto(
    pages.add(
      '/slow',
      `<!doctype html><title>Shop</title><h1 id="offer" style="font-size:80px">Mugs and more mugs</h1>
       <button id="save" onclick="for (const end = performance.now() + 400; performance.now() < end; );">Save</button>`,
    ),
  );
  // The vitals are watched from the first rest after the load on.
  await expect.poll(() => stored(server, 'performance_snapshots')).toHaveLength(1);
  await page.locator('#save').click();
  const ask = async (): Promise<unknown> => {
    const answer = await fetch(`${server.url}/tools/check_performance`, { method: 'POST', body: '{}' });
    return answer.json();
  };
  await expect.poll(ask).toMatchObject({
    largest_paint: { target: expect.stringContaining('#offer') },
    slowest_interaction: { target: expect.stringContaining('#save'), kind: 'pointer' },
  });
});
