/** Nothing is lost of what happens just before a page goes, whichever way it goes. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';
import { FAREWELL, removeFrame } from '../support/removed-frame.ts';
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

test('a request whose page is left before the answer is on record, and no error', async ({
  server,
  pages,
  bound,
}) => {
  pages.add('/next', '<body>next');
  pages.route('/never', () => undefined);
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<body>order'));
  // Who leaves sooner has not been told yet that beacons pass, by which this is told.
  await bound.capture.drain();
  await page.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open('PUT', '/never');
    request.send('{"sku":7}');
    location.href = '/next';
  });
  await page.waitForURL('**/next');

  await expect
    .poll(() => storedEntries(server, 'network_bodies'))
    .toMatchObject([
      {
        method: 'PUT',
        url: 'http://localhost:PORT/never',
        status: 0,
        error: 'page left',
        requestBody: '{"sku":7}',
      },
    ]);
  expect(await storedEntries(server, 'logs')).toEqual([]);
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
