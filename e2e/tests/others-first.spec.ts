/** Pages in which somebody was there before us: a test tool that fakes the clock, another extension, a script that takes things away. */

import type { BrowserContext, Page } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { attach } from '../support/attach.ts';
import { launchAttachable } from '../support/attachable-chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectAgent } from '../support/mcp.ts';
import type { Entry } from '../support/mcp.ts';
import type { Pages } from '../support/pages.ts';
import type { Server } from '../support/server.ts';
import { messagesAsSaid, stored } from '../support/snapshot.ts';

/** What others may have done. */
const DONE: Readonly<Record<string, string>> = {
  'performance replaced': `Object.defineProperty(window, 'performance', { value: { now: () => 5 }, configurable: true })`,
  'PerformanceObserver taken away': 'delete window.PerformanceObserver',
  'PerformanceObserver replaced': 'window.PerformanceObserver = class { observe() {} disconnect() {} }',
  'MutationObserver taken away': 'delete window.MutationObserver',
  'fetch taken away': 'delete window.fetch',
  'crypto taken away': `Object.defineProperty(window, 'crypto', { value: undefined })`,
  'navigation replaced': `Object.defineProperty(window, 'navigation', { value: { addEventListener() {} } })`,
  'prototype of all objects extended': 'Object.prototype.value = 1; Object.prototype.get = undefined',
  'another year': 'window.Date = class extends Date { static now() { return 1e12; } }',
};

const PAGE = `<button>Buy</button><script>
  console.log('ready');
  const request = new XMLHttpRequest();
  request.open('GET', '/data');
  request.send();
</script>`;

function serve(pages: Pages): string {
  pages.add('/data', { body: '{"ok":true}', type: 'application/json' });
  return pages.add('/', `<link rel="icon" href="data:,">${PAGE}`);
}

/** Visits the page as a user; the errors that the page reported. */
async function visited(page: Page, url: string): Promise<readonly string[]> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(url);
  await page.getByRole('button').click();
  return errors;
}

/** Everything arrived, and says when it really happened. */
async function expectCaptured(server: Server): Promise<void> {
  const recent = Date.now() - 600_000;
  const kinds = async (): Promise<readonly string[]> => {
    const [logs, actions, bodies] = await Promise.all([
      stored(server, 'logs'),
      stored(server, 'enhanced_actions'),
      stored(server, 'network_bodies'),
    ]);
    const all: readonly Entry[] = [
      ...logs,
      ...actions,
      ...bodies.map((body) => ({ ...body, type: 'request' })),
    ];
    return all
      .filter((entry) => Date.parse(String(entry['ts'])) > recent)
      .map((entry) => String(entry['type'] === 'console' ? entry['message'] : entry['type']))
      .sort();
  };
  await expect.poll(kinds).toEqual(['click', 'navigate', 'ready', 'request']);
}

for (const [name, script] of Object.entries(DONE)) {
  test(`${name}: the page hears nothing of us, and we hear everything of it`, async ({
    server,
    pages,
    browser,
  }) => {
    const context = await browser.newContext();
    await context.addInitScript(`{ ${script} }`);
    await captureContext(context, { port: server.port });
    expect(await visited(await context.newPage(), serve(pages))).toEqual([]);
    await context.close();
    await expectCaptured(server);
  });
}

test('TextDecoder taken away: an answer about requests says that they are not captured', async ({
  server,
  pages,
  browser,
}) => {
  const context = await browser.newContext();
  await context.addInitScript('delete window.TextDecoder');
  const capture = await captureContext(context, { port: server.port });
  const page = await context.newPage();
  expect(await visited(page, serve(pages))).toEqual([]);
  await capture.drain();
  await context.close();
  const agent = await connectAgent(server, 'http');
  const { requests, not_captured: notCaptured } = await agent.call('get_network_bodies', {});
  await agent.close();
  expect(requests).toEqual([]);
  expect(notCaptured).toEqual([{ url: pages.url('/'), kinds: ['fetch', 'xhr'] }]);
});

/** Ways in which a library puts its own class of promises in the window; zone.js has used both. */
const REPLACED: Readonly<Record<string, string>> = {
  'as a value': `window.Promise = Own`,
  'behind a getter': `Object.defineProperty(window, 'Promise', { get: () => Own, set() {}, configurable: true })`,
};

/** A class that wraps the browser's and counts its instances. */
const OWN_PROMISES = `
  window.made = 0;
  const Browsers = Promise;
  class Own {
    constructor(run) { made += 1; this.inner = new Browsers(run); }
    then(...reactions) { return this.inner.then(...reactions); }
    static resolve(value) { return Browsers.resolve(value); }
  }`;

for (const [name, script] of Object.entries(REPLACED)) {
  test(`Promise replaced ${name}: our promises are the browser’s, and a page’s last words arrive`, async ({
    server,
    pages,
    browser,
  }) => {
    const context = await browser.newContext();
    await context.addInitScript(`{ ${OWN_PROMISES} ${script} }`);
    const capture = await captureContext(context, { port: server.port });
    pages.add('/next', '<p>next</p>');
    const page = await context.newPage();
    await page.goto(
      pages.add(
        '/',
        '<script>console.log("ready"); addEventListener("pagehide", () => console.log("left", made))</script>',
      ),
    );
    // By then the page has been told that beacons pass.
    await capture.drain();
    await page.goto(pages.url('/next'));
    await expect.poll(() => messagesAsSaid(server)).toEqual(['ready', 'left 0']);
    await context.close();
  });
}

test('a clock that a test fakes before the extension comes', async ({ server, pages, ownExtension }) => {
  await visitInAnotherYear(ownExtension, pages);
  await expectCaptured(server);
});

test('a clock that a test fakes before `attach` comes', async ({ server, pages }) => {
  const { context, address, close } = await launchAttachable();
  const attachment = await attach(server, '--cdp', address);
  await visitInAnotherYear(context, pages);
  await close();
  await attachment.ended();
  await expectCaptured(server);
});

/** A faked clock stays with the whole context, so nobody else can use that afterwards. */
async function visitInAnotherYear(context: BrowserContext, pages: Pages): Promise<void> {
  const page = await context.newPage();
  await page.clock.install({ time: new Date('2001-02-03T04:05:06Z') });
  expect(await visited(page, serve(pages))).toEqual([]);
  await page.close();
}
