/** Nothing is lost of what happens just before a page goes, whichever way it goes. */

import type { Page } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { beaconScript } from '../support/ci-script.ts';
import { rowsToTry } from '../support/effort.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';
import { FAREWELL, removeFrame } from '../support/removed-frame.ts';
import type { Server } from '../support/server.ts';
import { messagesAsSaid, missing, storedEntries } from '../support/snapshot.ts';

/** Ways in which a page ends. Each follows at once upon what the page has just said. */
const ENDINGS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  navigation: async (page) => {
    await page.evaluate(() => {
      console.error('last');
      location.href = '/next';
    });
    await page.waitForURL('**/next');
  },
  reload: async (page) => {
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => {
      console.error('last');
      location.reload();
    });
    await loaded;
  },
  'history back': async (page) => {
    await page.evaluate(() => {
      console.error('last');
      history.back();
    });
    await page.waitForURL('**/before');
  },
  'tab close': async (page) => {
    await page.evaluate(() => {
      console.error('last');
    });
    await page.close();
  },
  'context close': async (page) => {
    await page.evaluate(() => {
      console.error('last');
    });
    await page.context().close();
  },
};

for (const [name, end] of Object.entries(ENDINGS)) {
  test(`what a page says last arrives: ${name}`, async ({ server, pages, bound }) => {
    pages.add('/before', '<body>before');
    pages.add('/next', '<body>next');
    const page = await bound.context.newPage();
    await page.goto(pages.url('/before'));
    await page.goto(
      pages.add(
        '/',
        '<body><script>addEventListener("beforeunload", () => console.error("leaving"))</script>',
      ),
    );
    await end(page);
    const unloads = ['navigation', 'reload', 'history back'].includes(name);
    await expect.poll(() => messagesAsSaid(server)).toEqual(unloads ? ['last', 'leaving'] : ['last']);
  });
}

/** Requests under way when their page is left, and what is kept of them. */
const BROKEN_OFF: readonly (readonly [code: string, kept: object])[] = [
  [
    `const xhr = new XMLHttpRequest(); xhr.open('PUT', '/never'); xhr.send('{"sku":7}')`,
    { method: 'PUT', status: 0, error: 'page left', requestBody: '{"sku":7}' },
  ],
  [
    `fetch('/never', { method: 'PUT', body: '{"sku":7}' })`,
    { method: 'PUT', status: 0, error: 'page left', requestBody: '{"sku":7}' },
  ],
  [`fetch('/never').catch(() => 0)`, { method: 'GET', status: 0, error: 'page left' }],
  [`(await fetch('/begun')).json()`, { method: 'GET', status: 200 }],
  [`await fetch('/begun')`, { method: 'GET', status: 200 }],
];

const LEAVING = [`location.href = '/next'`, 'location.reload()'];

/** Opens the page, waits until the server is known to be reached, begins a request and leaves. */
async function breakOff(
  server: Server,
  pages: Pages,
  page: Page,
  code: string,
  leave: string,
): Promise<void> {
  pages.add('/next', '<body>next');
  pages.route('/never', () => undefined);
  pages.route('/begun', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"sku":');
  });
  await page.goto(pages.add('/', '<body>order<script>console.log("here")</script>'));
  await expect.poll(() => messagesAsSaid(server)).toEqual(['here']);
  await page.evaluate(`(async () => { ${code}; })()`);
  const loaded = page.waitForEvent('load');
  await page.evaluate(leave);
  await loaded;
}

/** The request is on record, and nothing is an error. */
async function expectBrokenOff(server: Server, kept: object): Promise<void> {
  await expect
    .poll(async () =>
      (await storedEntries(server, 'network_bodies')).map(({ method, status, error, requestBody }) => ({
        method,
        status,
        error,
        requestBody,
      })),
    )
    .toEqual([kept]);
  const levels = (await storedEntries(server, 'logs')).map(({ level }) => level);
  expect(levels.filter((level) => level !== 'log')).toEqual([]);
}

/** By which way what is told of the request leaves. */
const TRANSPORTS = ['binding', 'beacons'];

const DEPARTURES = BROKEN_OFF.flatMap(([code, kept]) =>
  LEAVING.flatMap((leave) => TRANSPORTS.map((transport) => ({ code, kept, leave, transport }))),
);

const tried = rowsToTry(
  DEPARTURES,
  ({ code }) => code,
  ({ leave }) => leave,
  ({ transport }) => transport,
);

for (const { code, kept, leave, transport } of tried)
  test(`a request whose page is left meanwhile is on record, and no error: ${leave}, ${code}, ${transport}`, async ({
    server,
    pages,
    context,
  }) => {
    if (transport === 'binding') await captureContext(context, { port: server.port });
    else await context.addInitScript({ content: beaconScript(server) });
    await breakOff(server, pages, await context.newPage(), code, leave);
    await expectBrokenOff(server, kept);
  });

async function removesFrame(page: Page, pages: Pages): Promise<void> {
  pages.add('/frame', FAREWELL);
  await page.goto(pages.add('/', '<iframe src="/frame"></iframe>'));
  await page.evaluate(removeFrame);
}

test('the last words of a frame arrive that is removed in the same breath', async ({
  server,
  pages,
  bound,
}) => {
  await removesFrame(await bound.context.newPage(), pages);
  await expect.poll(() => messagesAsSaid(server)).toEqual(['last', 'in pagehide']);
  expect(await missing(server)).toEqual([]);
});

test('they do under the extension too', async ({ server, pages, extension }) => {
  await removesFrame(await extension.newPage(), pages);
  await expect.poll(() => messagesAsSaid(server)).toEqual(['last', 'in pagehide']);
  expect(await missing(server)).toEqual([]);
});
