/** The path of a person at work: page, extension, server, agent. */

import { STRANGER_HOST } from '../support/chromium.ts';
import { RETURN_MS } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectAgent, TRANSPORTS } from '../support/mcp.ts';
import { stored, storedLogs, storedMessages } from '../support/snapshot.ts';

const THROWS = '<script>function checkout() { throw new TypeError("no basket"); }\ncheckout();</script>';

for (const transport of TRANSPORTS) {
  test(`an agent reads a page's error over ${transport}`, async ({ server, pages, extension }) => {
    const url = pages.add('/shop', THROWS);
    const page = await extension.newPage();
    await page.goto(url);

    const agent = await connectAgent(server, transport);
    await expect.poll(() => agent.errors()).toHaveLength(1);
    const [error] = await agent.errors();
    await agent.close();
    expect(error).toMatchObject({ type: 'exception', message: 'TypeError: no basket' });
    expect(error?.['stack']).toContain('checkout (/shop:1:');
  });
}

test('console calls arrive in order, with level, text, arguments, place and identity', async ({
  server,
  pages,
  extension,
}) => {
  pages.add('/app.js', {
    type: 'text/javascript',
    body: 'console.log("loaded %s", "cart", { items: 2 });\nconsole.warn("slow");\nconsole.error(new Error("down"));',
  });
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<script src="/app.js?v=1"></script>'));

  await expect.poll(() => storedLogs(server)).toHaveLength(3);
  const [log, warn, error] = await storedLogs(server);
  expect(log).toMatchObject({
    level: 'log',
    message: 'loaded cart {"items":2}',
    args: ['loaded %s', 'cart', { items: 2 }],
    source: 'app.js:1',
    frame: '0',
    n: 2,
  });
  expect(warn).toMatchObject({ level: 'warn', message: 'slow', source: 'app.js:2', n: 3 });
  expect(error).toMatchObject({ level: 'error', args: [{ name: 'Error', message: 'down' }], n: 4 });
  for (const field of ['session', 'tab', 'page']) {
    expect(log?.[field]).toBeTruthy();
    expect(error?.[field]).toBe(log?.[field]);
  }
});

test('frames and popups are captured from their first script', async ({ server, pages, extension }) => {
  pages.add('/frame', '<script>console.log("in frame")</script>');
  pages.add('/popup', '<script>console.log("in popup")</script>');
  const page = await extension.newPage();
  await page.goto(
    pages.add(
      '/',
      `<iframe src="/frame"></iframe>
       <iframe srcdoc="<script>console.log('in srcdoc')</script>"></iframe>
       <script>
         const blank = document.body.appendChild(document.createElement('iframe'));
         blank.contentWindow.console.log('in blank');
         open('/popup');
       </script>`,
    ),
  );
  await expect
    .poll(async () => (await storedLogs(server)).map(({ message, url }) => [message, url].join(' ')).sort())
    .toEqual([
      'in blank about:blank',
      `in frame ${pages.url('/frame')}`,
      `in popup ${pages.url('/popup')}`,
      'in srcdoc about:srcdoc',
    ]);
  const logs = await storedLogs(server);
  expect(new Set(logs.map(({ page: document }) => document)).size).toBe(4);
  expect(new Set(logs.map(({ tab }) => tab)).size).toBe(2);
});

test('a page that forbids everything is captured all the same', async ({ server, pages, extension }) => {
  const policy =
    "default-src 'none'; script-src 'nonce-x'; require-trusted-types-for 'script'; sandbox allow-scripts";
  const page = await extension.newPage();
  await page.goto(
    pages.add('/', {
      body: '<script nonce="x">Promise.reject({ code: 7 })</script>',
      headers: { 'Content-Security-Policy': policy },
    }),
  );
  await expect.poll(() => storedMessages(server)).toEqual(['{"code":7}']);
});

test('errors after document.open are caught', async ({ server, pages, extension }) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<p>first</p>'));
  await page.evaluate(`
    document.open();
    document.write('<script>throw new Error("second life")</script>');
    document.close();
  `);
  await expect.poll(() => storedMessages(server)).toEqual(['Error: second life']);
});

test('what happens in the last moment before leaving arrives', async ({ server, pages, extension }) => {
  pages.add('/next', '<p>next</p>');
  const url = pages.add(
    '/',
    '<script>addEventListener("pagehide", () => console.error("in pagehide"));</script>',
  );
  const page = await extension.newPage();
  await page.goto(url);
  await page.evaluate(() => {
    console.error('before navigation');
    location.href = '/next';
  });
  await page.waitForURL('**/next');
  await page.goto(url);
  await page.evaluate(() => {
    console.error('before close');
  });
  await page.close();
  await expect
    .poll(() => storedMessages(server))
    .toEqual(['before navigation', 'in pagehide', 'before close', 'in pagehide']);
});

test('entries wait for a server that is away', async ({ server, pages, extension }) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<p>quiet</p>'));
  await server.stop();
  await page.evaluate(() => {
    console.error('while away');
  });

  await server.start();
  await expect.poll(() => storedMessages(server), { timeout: RETURN_MS }).toEqual(['while away']);
});

test('no code of ours runs on a site the person did not choose', async ({ server, pages, extension }) => {
  pages.add('/', '<script>console.log("stranger")</script>');
  const page = await extension.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  expect(await page.evaluate(() => Symbol.for('gasoline.capture') in window)).toBe(false);
  // A later entry of a developer page proves that an earlier one would have arrived.
  await page.goto(pages.url('/'));
  await expect.poll(() => storedLogs(server)).toMatchObject([{ url: pages.url('/') }]);
});

test('what finds elements again comes with the rest of the document and is not noticed', async ({
  server,
  pages,
  extension,
}) => {
  let finish = (): void => undefined;
  const url = pages.route('/slow', (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.write(`<!doctype html><link rel="icon" href="data:,"><script>
      noticed = 0;
      // What only our own code uses: the library that computes names calls the page's functions.
      for (const name of ['charAt', 'charCodeAt', 'lastIndexOf']) {
        const original = String.prototype[name];
        String.prototype[name] = function (...args) { noticed += 1; return Reflect.apply(original, this, args); };
      }
    </script><button data-testid="save">Save</button>`);
    finish = () => response.end('<p>The end</p>');
  });
  const page = await extension.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('button').click();
  finish();
  await page.waitForLoadState();
  await page.locator('button').click();

  const simple = { testId: 'save', text: 'Save', cssPath: 'button' };
  const role = { role: 'button', name: 'Save' };
  const locators = [
    { by: 'testId', value: 'save' },
    { by: 'role', role: 'button', value: 'Save' },
    { by: 'text', value: 'Save' },
  ];
  const clicks = async (): Promise<unknown> =>
    (await stored(server, 'enhanced_actions')).slice(1).map(({ selectors }) => selectors);
  await expect.poll(clicks).toEqual([simple, { ...simple, role, locators }]);
  expect(await page.evaluate('noticed')).toBe(0);
});

test('vitals come late too, and of the browser’s own functions', async ({ server, pages, extension }) => {
  const url = pages.add(
    '/',
    `<!doctype html><link rel="icon" href="data:,"><script>
      noticed = 0;
      const replace = (owner, name) => {
        const original = owner[name];
        owner[name] = function (...args) { noticed += 1; return Reflect.apply(original, this, args); };
      };
      for (const name of ['setTimeout', 'queueMicrotask', 'requestIdleCallback', 'addEventListener']) replace(window, name);
      PerformanceObserver = class { constructor() { noticed += 1; } };
    </script><h1>Shop</h1>`,
  );
  const page = await extension.newPage();
  await page.goto(url);
  const snapshot = async (): Promise<unknown> =>
    (await stored(server, 'performance_snapshots'))[0]?.['timing'];
  await expect
    .poll(snapshot)
    .toEqual(expect.objectContaining({ largestContentfulPaint: expect.any(Number) }));
  expect(await page.evaluate('noticed')).toBe(0);
});
