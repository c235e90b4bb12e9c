/** What the person chose is what is captured, at once and from the first line of a page on. */

import type { Page } from '@playwright/test';

import { openExtensionPage, RETURN_MS, store } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Server } from '../support/server.ts';
import { missing, stored, storedLogs, storedMessages } from '../support/snapshot.ts';
import { acceptSockets } from '../support/sockets.ts';

/** Everything that leads to an entry of each kind, in the first script of a page. */
const BUSY_PAGE = `<!doctype html><title>Busy</title><h1>Busy</h1><button>Buy</button><script>
  console.log('chatter');
  console.warn('slow');
  console.error('down');
  localStorage.setItem('plan', 'team');
  fetch('/data', { method: 'POST', body: '{"secret":"plan"}' });
  fetch('/missing');
</script>`;

test('what is off never reaches the server, from the first script on, and does not look lost', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, {
    captureLevel: 'errors',
    networkBodiesEnabled: false,
    webSocketEnabled: false,
    actionsEnabled: false,
  });
  pages.add('/data', '{}');
  const socket = acceptSockets(pages, '/socket', (accepted) => {
    accepted.send('hello');
  });
  const page = await extension.newPage();
  await page.goto(pages.add('/', BUSY_PAGE.replace('<script>', `<script>new WebSocket('${socket}');`)));
  await page.getByRole('button').click();
  const refused = `GET ${pages.url('/missing')} 404 Not Found`;
  await expect.poll(() => storedMessages(server)).toContain(refused);
  await page.evaluate(() => {
    console.error('last');
  });
  await expect.poll(() => storedMessages(server)).toContain('last');

  const messages = (await storedLogs(server)).filter(({ type }) => type === 'console' || type === 'network');
  expect(messages.map(({ message }) => message)).toEqual(['down', refused, 'last']);
  expect(await stored(server, 'network_bodies')).toEqual([]);
  expect(await stored(server, 'websocket_events')).toEqual([]);
  expect(await stored(server, 'enhanced_actions')).toEqual([]);
  expect(await missing(server)).toEqual([]);
  // The page keeps a connection open, for which its web server would wait.
  await page.close();
});

test('without selectors an action says what was done to what, and no more', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, { enhancedSelectorsEnabled: false });
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<button id="buy" data-testid="buy">Buy</button>'));
  await page.getByRole('button').click();
  const clicks = async (): Promise<readonly unknown[]> =>
    (await stored(server, 'enhanced_actions'))
      .filter(({ type }) => type === 'click')
      .map(({ target, text, selectors }) => ({ target, text, selectors }));
  await expect.poll(clicks).toEqual([{ target: 'button#buy', text: 'Buy', selectors: undefined }]);
});

test('a page that is open follows a change of mind without a reload', async ({
  server,
  pages,
  extension,
}) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<button>Buy</button>'));
  const isHeard = hearing(page, server);
  await expect.poll(isHeard).toBe(true);

  await store(extension, { captureLevel: 'errors', actionsEnabled: false });
  await expect.poll(isHeard).toBe(false);
  await page.getByRole('button').click();

  await store(extension, { captureLevel: 'all', actionsEnabled: true });
  await expect.poll(isHeard).toBe(true);
  await page.getByRole('button').click();
  await expect.poll(() => clicks(server)).toBe(1);
  expect(await missing(server)).toEqual([]);
});

/** Tells whether ordinary lines are captured: says one, then an error, and looks when the error has arrived. */
function hearing(page: Page, server: Server): () => Promise<boolean> {
  let attempt = 0;
  return async () => {
    attempt += 1;
    await page.evaluate((number) => {
      console.log(`line ${number}`);
      console.error(`error ${number}`);
    }, attempt);
    await expect.poll(() => storedMessages(server)).toContain(`error ${attempt}`);
    return (await storedMessages(server)).includes(`line ${attempt}`);
  };
}

async function clicks(server: Server): Promise<number> {
  return (await stored(server, 'enhanced_actions')).filter(({ type }) => type === 'click').length;
}

test('WebSockets: connections only, and only those whose address was asked for', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, { webSocketMode: 'lifecycle', webSocketUrlFilters: ['*/chat'] });
  const greet = (accepted: { send(text: string): void }): void => {
    accepted.send('hello');
  };
  const chat = acceptSockets(pages, '/chat', greet);
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<p>sockets</p>'));
  await page.evaluate(async (url) => {
    const other = new WebSocket(url.replace('/chat', '/other'));
    await new Promise((resolve) => {
      other.addEventListener('error', resolve);
    });
    const socket = new WebSocket(url);
    await new Promise((resolve) => {
      socket.addEventListener('message', resolve);
    });
    socket.close();
    await new Promise((resolve) => {
      socket.addEventListener('close', resolve);
    });
  }, chat);
  const events = async (): Promise<unknown[]> =>
    (await stored(server, 'websocket_events')).map(({ event, url }) => [event, url]);
  await expect.poll(events).toEqual([
    ['connecting', chat],
    ['open', chat],
    ['close', chat],
  ]);
});

test('without enhanced selectors an action names its element in short', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, { enhancedSelectorsEnabled: false });
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<button id="buy">Buy</button>'));
  await page.getByRole('button').click();
  const clicked = async (): Promise<unknown[]> =>
    (await stored(server, 'enhanced_actions'))
      .filter(({ type }) => type === 'click')
      .map(({ target, selectors }) => [target, selectors]);
  await expect.poll(clicked).toEqual([['button#buy', undefined]]);
});

test('while the server is away only so many actions are kept', async ({ server, pages, extension }) => {
  await store(extension, { reproductionBufferSize: 3 });
  const page = await extension.newPage();
  await page.goto(
    pages.add('/', [1, 2, 3, 4, 5, 6].map((id) => `<button id="b${id}">${id}</button>`).join('')),
  );
  await expect.poll(() => stored(server, 'enhanced_actions')).toHaveLength(1);
  await server.stop();
  for (const id of [1, 2, 3, 4, 5, 6]) await page.locator(`#b${id}`).click();
  await page.evaluate(() => {
    console.log('done');
  });
  await server.start();
  await expect.poll(() => storedMessages(server), { timeout: RETURN_MS }).toContain('done');
  const targets = (await stored(server, 'enhanced_actions')).map(({ target }) => target);
  expect(targets.slice(-3)).toEqual(['button#b4', 'button#b5', 'button#b6']);
  expect(targets.length).toBeLessThanOrEqual(4);
});

test('errors-only mode keeps what tells of errors and how they came about', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, { gasolineCaptureMode: 'errors-only' });
  pages.add('/data', '{}');
  const page = await extension.newPage();
  await page.goto(pages.add('/', BUSY_PAGE));
  await page.getByRole('button').click();
  await expect.poll(() => clicks(server)).toBe(1);
  await expect.poll(async () => (await storedLogs(server)).length).toBe(2);
  expect((await storedLogs(server)).map(({ type, level }) => [type, level])).toEqual([
    ['console', 'error'],
    ['network', 'warn'],
  ]);
  expect(await stored(server, 'network_bodies')).toEqual([]);
  expect(await stored(server, 'dom_snapshots')).toEqual([]);
});

test('corrupted settings fall back one by one, and the debug log says so', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, {
    captureLevel: 7,
    networkBodiesEnabled: 'yes',
    webSocketUrlFilters: { length: 2 },
    capturedSites: ['ftp://nowhere', null],
    auto_screenshot: 'always',
    actionsEnabled: false,
  });
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<script>console.log("still here")</script>'));
  await expect.poll(() => storedMessages(server)).toEqual(['still here']);
  expect(await stored(server, 'enhanced_actions')).toEqual([]);

  const options = await openExtensionPage(extension, 'options.html');
  await expect(options.getByRole('radio', { name: 'All' })).toBeChecked();
  const download = options.waitForEvent('download');
  await options.getByRole('button', { name: 'Export debug log' }).click();
  const log = await readJson(await (await download).createReadStream());
  expect(log).toMatchObject({
    settings: { captureLevel: 'all', actionsEnabled: false },
    corrupted: [
      'captureLevel',
      'networkBodiesEnabled',
      'webSocketUrlFilters',
      'auto_screenshot',
      'capturedSites',
    ],
    server: { kind: 'connected' },
  });
  expect(JSON.stringify(log)).toContain('setting captureLevel is corrupted');
});

async function readJson(stream: NodeJS.ReadableStream): Promise<unknown> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  const value: unknown = JSON.parse(text);
  return value;
}
