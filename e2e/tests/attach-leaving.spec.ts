/** What `gasoline attach` hears of pages in their last moments. */

import type { Page } from 'puppeteer-core';

import { STRICT, tabOf, test } from '../support/attached.ts';
import { expect } from '../support/fixtures.ts';
import { STRANGER_HOST } from '../support/puppeteer.ts';
import { FAREWELL, removeFrame } from '../support/removed-frame.ts';
import type { Server } from '../support/server.ts';
import { missing, stored, storedLogs, storedMessages } from '../support/snapshot.ts';

/** What was typed into fields, as far as the server knows. */
async function typed(server: Server): Promise<readonly unknown[]> {
  const actions = await stored(server, 'enhanced_actions');
  return actions.filter(({ type }) => type === 'input').map(({ value }) => value);
}

/** Ways of leaving a page at once. */
const WAYS: Readonly<Record<string, (page: Page, next: string) => Promise<unknown>>> = {
  goto: (page, next) => page.goto(next),
  reload: (page) => page.reload(),
  back: (page) => page.goBack(),
  address: (page, next) =>
    Promise.all([
      page.waitForNavigation(),
      page.evaluate((url) => {
        location.href = url;
      }, next),
    ]),
  replacement: (page, next) =>
    Promise.all([
      page.waitForNavigation(),
      page.evaluate((url) => {
        location.replace(url);
      }, next),
    ]),
  'another site': (page, next) => page.goto(next.replace('localhost', STRANGER_HOST)),
};

test('what was just typed arrives from a page with a policy, however it is left', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  pages.add('/before', 'before');
  pages.add('/', { body: '<input>', headers: STRICT });
  const next = pages.add('/next', 'next');
  const page = await chromium.newPage();
  for (const [name, leave] of Object.entries(WAYS)) {
    await page.goto(pages.url('/before'));
    await page.goto(pages.url('/'));
    await page.type('input', name);
    await leave(page, next);
  }
  await expect.poll(() => typed(server)).toEqual(Object.keys(WAYS));
  expect(attachment.said).toHaveLength(1);
});

/** What was just typed into a page that hangs, and whether those who listen for its end are asked before it closes. */
const HANGING = [
  { text: '', runBeforeUnload: true },
  // Here somebody does listen, so only a close without asking closes it.
  { text: 'Ada', runBeforeUnload: false },
];

test('a page that hangs can be closed, just after something was typed at least by force', async ({
  pages,
  chromium,
  attachment,
}) => {
  pages.add('/', '<input>');
  for (const { text, runBeforeUnload } of HANGING) {
    const begun = new Promise<void>((resolve) => {
      pages.route('/begun', (_request, response) => {
        response.end();
        resolve();
      });
    });
    const page = await chromium.newPage();
    await page.goto(pages.url('/'));
    await page.type('input', text);
    // What follows the answer to a synchronous request follows it at once.
    const loop =
      "const call = new XMLHttpRequest(); call.open('GET', '/begun', false); call.send(); for (;;);";
    await page.evaluate(`setTimeout(() => { ${loop} })`);
    await begun;
    // As a person would, again when nothing happens: Chromium now and then forgets to close a page that listens for its end.
    await expect(async () => {
      if (!page.isClosed()) await page.close({ runBeforeUnload });
      await expect.poll(() => page.isClosed(), { timeout: 2_000 }).toBe(true);
    }).toPass();
  }
  expect(attachment.said).toHaveLength(1);
});

test('the last words of a frame arrive that is removed in the same breath', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  pages.add('/frame', FAREWELL);
  const page = await chromium.newPage();
  await page.goto(pages.add('/', '<iframe src="/frame"></iframe>'));
  await page.evaluate(removeFrame);
  await expect.poll(() => storedMessages(server)).toEqual(['last', 'in pagehide']);
  expect(await missing(server)).toEqual([]);
  expect(attachment.said).toHaveLength(1);
});

test('what a page keeps back or says last arrives when it is left, and when capture stops', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const words = '<script>addEventListener("pagehide", () => console.log("in pagehide"))</script>';
  pages.add('/', words);
  pages.add('/next', '<iframe src="/frame"></iframe>');
  pages.add('/frame', '<input>');
  const page = await chromium.newPage();
  await page.goto(pages.url('/'));
  // By then the page has been told that its beacons pass.
  await expect
    .poll(() => stored(server, 'performance_snapshots'))
    .toContainEqual(expect.objectContaining({ url: pages.url('/') }));
  await page.goto(pages.url('/next'));
  await expect.poll(() => storedMessages(server)).toEqual(['in pagehide']);
  const frame = page.frames().find((other) => other.url() === pages.url('/frame'));
  await frame?.type('input', 'Grace');
  await attachment.stop();
  expect(await typed(server)).toEqual(['Grace']);
  const tabs = new Set((await storedLogs(server)).map(({ tab }) => tab));
  expect(tabs).toEqual(new Set([await tabOf(page)]));
});

for (const host of ['localhost', STRANGER_HOST])
  test(`what a page says while another takes over arrives where its beacons pass: ${host}`, async ({
    server,
    pages,
    chromium,
    attachment,
  }) => {
    const served = new Promise<void>((resolve) => {
      pages.route('/next', (_request, response) => {
        response.setHeader('Content-Type', 'text/html').end('next', resolve);
      });
    });
    pages.route('/served', (_request, response) => void served.then(() => response.end()));
    const page = await chromium.newPage();
    await page.goto(pages.add('/', '<p>'));
    // By then the page has been told that its beacons pass.
    await expect
      .poll(() => stored(server, 'performance_snapshots'))
      .toContainEqual(expect.objectContaining({ url: pages.url('/') }));
    const arrival = page.waitForNavigation();
    await page.evaluate(
      (next) => {
        setTimeout(() => {
          location.href = next;
          // Each waits for an answer, the first for the next document's: by then the browser is ready to show that.
          for (let turn = 0; turn < 20; turn += 1) {
            const request = new XMLHttpRequest();
            request.open('GET', '/served', false);
            request.send();
          }
          console.log('last');
        });
      },
      pages.url('/next', host),
    );
    await arrival;
    await expect.poll(() => storedMessages(server)).toEqual(['last']);
    expect(attachment.said).toHaveLength(1);
  });
