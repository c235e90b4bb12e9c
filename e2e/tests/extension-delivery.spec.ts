/** Entries on their way: a server that goes and comes back, a worker that dies, a page that never stops talking. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { buildApp } from '../support/apps.ts';
import { startBareChromium, WORKER } from '../support/bare-chromium.ts';
import { inSoak } from '../support/effort.ts';
import { openExtensionPage, RETURN_MS, workerOf } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { missing, stored, storedLogs, storedMessages } from '../support/snapshot.ts';

/** How long the server is away: longer than the first retries take; `e2e/soak` has longer. */
const AWAY_MS = 6000;
/** Within this time only the relay of a visible page can have found the server: the next retry and the alarm come later. */
const SOUGHT_MS = 10_000;
const TICK_MS = 10;

/** Of a flood: many times what the extension and the server keep. */
const DROPS = inSoak(100_000, 20_000);

/** Fewer than the server keeps, however long it takes until somebody stops it. */
const MOST_TICKS = 900;

/** A page that counts aloud when told to. */
const TICKING = `<script>
  let tick = 0;
  const count = () => { if (tick < ${MOST_TICKS}) console.log('tick ' + (tick += 1)); };
  const startTicking = () => setInterval(count, ${TICK_MS});
</script>`;

function ticks(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `tick ${index + 1}`);
}

test('a server that is away for a while gets everything, in order, once', async ({
  server,
  pages,
  extension,
}) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', `${TICKING}<script>console.log('ready')</script>`));
  await expect.poll(() => storedMessages(server)).toEqual(['ready']);
  await server.stop();

  await page.evaluate('timer = startTicking()');
  const whileAway = AWAY_MS / TICK_MS;
  await expect.poll(() => page.evaluate('tick'), { timeout: AWAY_MS + 30_000 }).toBeGreaterThan(whileAway);
  await server.start();
  await expect.poll(() => storedMessages(server), { timeout: SOUGHT_MS }).toContain('tick 1');
  const count = Number(await page.evaluate('clearInterval(timer), tick'));
  await expect.poll(() => storedMessages(server)).toHaveLength(count);
  expect(await storedMessages(server)).toEqual(ticks(count));
  expect(await missing(server)).toEqual([]);
});

test('a worker that dies with undelivered entries leaves them to the next', async ({ server, pages }) => {
  const browser = await startBareChromium(server.port);
  const url = pages.add('/shop', '<script>console.log("ready")</script>');
  await browser.open(url);
  await expect.poll(() => storedMessages(server)).toEqual(['ready']);
  await server.stop();

  await browser.evaluate(url, `for (let tick = 1; tick <= 200; tick += 1) console.log('tick ' + tick)`);
  const segments = `chrome.storage.session.get(null).then((items) =>
    Object.keys(items).filter((key) => key.startsWith('outbox/')).map((key) => items[key].lines).join())`;
  // A worker that ends or only just starts is asked again.
  const kept = (): Promise<unknown> => browser.evaluate(WORKER, segments).catch(() => undefined);
  await expect.poll(kept).toContain('tick 200');
  // With the page goes its relay and whatever that had kept.
  await browser.evaluate(WORKER, 'globalThis.isFirst = true');
  await browser.close(url);
  await browser.close(WORKER);
  // The news of the closed tab may have woken the next one already.
  await expect.poll(() => browser.evaluate(WORKER, 'globalThis.isFirst').catch(() => 'none')).not.toBe(true);

  await server.start();
  await browser.open(pages.add('/next', '<script>console.log("next")</script>'));
  await expect.poll(() => storedMessages(server), { timeout: RETURN_MS }).toEqual([...ticks(200), 'next']);
  await expect.poll(kept).toBe('');
  await browser.stop();
});

test('a worker that is ended again and again loses nothing of a page that goes on', async ({
  server,
  pages,
}) => {
  const browser = await startBareChromium(server.port);
  const url = pages.add('/shop', `${TICKING}<script>timer = startTicking()</script>`);
  await browser.open(url);
  const arrived = async (): Promise<number> => (await storedMessages(server)).length;
  for (let round = 1; round <= 5; round += 1) {
    // Only a worker that lives brings more.
    const before = await arrived();
    await expect.poll(arrived).toBeGreaterThan(before + 30);
    await browser.close(WORKER);
  }
  const count = Number(await browser.evaluate(url, 'clearInterval(timer), tick'));
  await expect.poll(() => storedMessages(server)).toHaveLength(count);
  expect(await storedMessages(server)).toEqual(ticks(count));
  expect(await missing(server)).toEqual([]);
  await browser.stop();
});

test('a page that floods harms neither the extension nor what comes after', async ({
  server,
  pages,
  extension,
}) => {
  test.setTimeout(120_000);
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<p>flood</p>'));
  await page.evaluate((drops) => {
    for (let drop = 1; drop <= drops; drop += 1) console.log('drop', drop, { of: 'a flood', number: drop });
  }, DROPS);
  await page.evaluate(() => {
    console.error('after the flood');
  });
  await expect.poll(() => storedMessages(server), { timeout: 60_000 }).toContain('after the flood');
  const popup = await openExtensionPage(extension, 'popup.html');
  await expect(popup.getByRole('status').first()).toHaveText('Connected');
  await expect(popup.getByText('1 error in all')).toBeVisible();
});

test('a document tells the headers it came with, secrets left out', async ({ server, pages, extension }) => {
  pages.add('/frame', { body: '<p>frame</p>', headers: { 'X-Frame-Options': 'SAMEORIGIN' } });
  const url = pages.add('/', {
    body: '<title>Cart</title><iframe src="/frame"></iframe>',
    headers: { 'Content-Security-Policy': "frame-src 'self'", 'X-Session-Token': 'do not tell' },
  });
  pages.route('/old', (_request, response) =>
    response.writeHead(302, { Location: '/#top', 'X-Old': 'yes' }).end(),
  );
  const page = await extension.newPage();
  await page.goto(pages.url('/old'));
  const documents = async (): Promise<readonly unknown[]> =>
    (await stored(server, 'documents')).map(({ url: address, responseHeaders }) => [
      address,
      responseHeaders,
    ]);
  await expect.poll(documents).toHaveLength(2);
  expect(new Map(await documents().then(pairs))).toEqual(
    new Map<unknown, unknown>([
      [
        `${url}#top`,
        {
          observed: expect.objectContaining({
            'content-type': 'text/html',
            'content-security-policy': "frame-src 'self'",
            'x-session-token': '[REDACTED]',
          }),
        },
      ],
      [pages.url('/frame'), { observed: expect.objectContaining({ 'x-frame-options': 'SAMEORIGIN' }) }],
    ]),
  );
  expect(JSON.stringify(await documents())).not.toContain('x-old');
});

function pairs(list: readonly unknown[]): [unknown, unknown][] {
  return list.filter(Array.isArray).map(([first, second]: unknown[]) => [first, second]);
}

test('errors are counted on the icon, for the tab they happen in', async ({ pages, extension }) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<script>console.error("one"); Promise.reject(new Error("two"))</script>'));
  const quiet = await extension.newPage();
  await quiet.goto(pages.add('/quiet', '<p>quiet</p>'));
  const worker = await workerOf(extension);
  const badges = (): Promise<unknown> =>
    worker.evaluate(async () => {
      const tabs = await chrome.tabs.query({ url: 'http://localhost/*' });
      const texts = tabs.map(async ({ id = 0, url = '' }) => [
        new URL(url).pathname,
        await chrome.action.getBadgeText({ tabId: id }),
      ]);
      const colour = await chrome.action.getBadgeBackgroundColor({});
      return [colour, ...(await Promise.all(texts))];
    });
  const GREEN = [46, 125, 50, 255];
  await expect.poll(badges).toEqual([GREEN, ['/', '2'], ['/quiet', ' ']]);
  await page.goto(pages.url('/quiet'));
  await expect.poll(badges).toEqual([GREEN, ['/quiet', ' '], ['/quiet', ' ']]);
});

test("the hook of React's real developer tools and capture leave each other alone", async ({
  server,
  pages,
  extension,
}) => {
  const backend = createRequire(import.meta.url).resolve('react-devtools-core/dist/backend.js');
  pages.add('/devtools.js', { body: await readFile(backend, 'utf8'), type: 'text/javascript' });
  const body = await buildApp({ app: 'react19', mode: 'development', bundler: 'esbuild' });
  pages.add('/app.js', { body, type: 'text/javascript' });
  pages.add('/api/login', { status: 401, body: '{"message":"no"}', type: 'application/json' });
  const url = pages.add(
    '/',
    `<!doctype html><link rel="icon" href="data:,"><div id="app"></div>
    <script src="/devtools.js"></script><script>ReactDevToolsBackend.initialize()</script>
    <script>
      // As the extension of the Redux developer tools installs it: before the page, and not to be replaced.
      window.__REDUX_DEVTOOLS_EXTENSION__ = Object.freeze(() => (next) => next);
    </script>
    <script type="module" src="/app.js"></script>`,
  );
  const page = await extension.newPage();
  await page.goto(url);
  await page.locator('#login').click();

  const known = 'Array.from(__REACT_DEVTOOLS_GLOBAL_HOOK__.renderers.values(), (each) => each.version)';
  expect(await page.evaluate(known)).toEqual([expect.stringMatching(/^19\./)]);
  expect(await page.evaluate('__REACT_DEVTOOLS_GLOBAL_HOOK__.getFiberRoots(1).size')).toBe(1);
  const components = ['App', 'AuthProvider', 'LoginPage2', 'LoginForm2'].map((name) =>
    expect.objectContaining({ name }),
  );
  const componentAncestry = expect.objectContaining({ framework: 'react', components });
  await expect
    .poll(() => storedLogs(server))
    .toContainEqual(expect.objectContaining({ _aiContext: expect.objectContaining({ componentAncestry }) }));
});
