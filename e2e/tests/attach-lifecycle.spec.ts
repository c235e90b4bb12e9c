/** `gasoline attach` while browsers, servers and other attachments come and go. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { attach, attachIn, startAttach } from '../support/attach.ts';
import { STRICT, test } from '../support/attached.ts';
import { launchOptions } from '../support/chromium.ts';
import { expect } from '../support/fixtures.ts';
import { freePort } from '../support/port.ts';
import { launchPuppeteer } from '../support/puppeteer.ts';
import { missing, stored, storedLogs, storedMessages } from '../support/snapshot.ts';

test('a page that is open already is captured from then on, once, and after a reload too', async ({
  server,
  pages,
  chromium,
}) => {
  const url = pages.add('/', { body: '<script nonce="x">console.log("loaded")</script>', headers: STRICT });
  const page = await chromium.newPage();
  await page.goto(url);
  const attachment = await attach(server, '--cdp', chromium.wsEndpoint());
  const say = (text: string): Promise<void> =>
    page.evaluate((message) => {
      console.log(message);
    }, text);
  // What is already running is prepared beside it: at first it may not be yet.
  await expect
    .poll(async () => {
      await say('said late');
      return (await storedMessages(server)).includes('said late');
    })
    .toBe(true);
  await page.reload();
  await say('said once');
  await expect.poll(() => storedMessages(server)).toContain('said once');
  const messages = (await storedMessages(server)).filter((message) => message !== 'said late');
  expect(messages).toEqual(['loaded', 'said once']);
  expect(await missing(server)).toEqual([]);
  expect(await attachment.stop()).toBe(0);
});

test('an attachment that follows another goes on where it ended', async ({ server, pages, chromium }) => {
  const url = pages.add('/', '<script>console.log("first")</script>');
  const first = await attach(server, '--cdp', chromium.wsEndpoint());
  const page = await chromium.newPage();
  await page.goto(url);
  await expect.poll(() => storedMessages(server)).toEqual(['first']);
  expect(await first.stop()).toBe(0);
  const second = await attach(server, '--cdp', chromium.wsEndpoint());
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        console.log('second');
      });
      return (await storedMessages(server)).length > 1;
    })
    .toBe(true);
  const numbers = (await storedLogs(server)).map(({ page: document, n }) => [document, n]);
  expect(new Set(numbers.map(([document]) => document)).size).toBe(1);
  expect(new Set(numbers.map(([, n]) => n)).size).toBe(numbers.length);
  expect(await second.stop()).toBe(0);
});

test('entries belong to the test that the environment names, unless an option names another', async ({
  server,
  pages,
  chromium,
}) => {
  const url = pages.add('/', '<script>console.log("said")</script>');
  const environment = { GASOLINE_TEST_ID: 'of the environment' };
  const cdp = ['--cdp', chromium.wsEndpoint()];
  for (const options of [cdp, [...cdp, '--test-id', 'of the option']]) {
    const attachment = await attachIn(environment, server, ...options);
    const page = await chromium.newPage();
    await page.goto(url);
    expect(await attachment.stop()).toBe(0);
    await page.close();
  }
  const entries = (await Promise.all(['logs', 'documents'].map((list) => stored(server, list)))).flat();
  expect(entries.map(({ type, test_id }) => [type, test_id])).toEqual([
    ['console', 'of the environment'],
    ['console', 'of the option'],
    ['document', 'of the environment'],
    ['document', 'of the option'],
  ]);
});

test('a server that is away for a while misses nothing', async ({ server, pages, chromium, attachment }) => {
  const url = pages.add('/', '<script>console.log(0)</script>');
  const page = await chromium.newPage();
  await page.goto(url);
  await expect.poll(() => storedMessages(server)).toEqual(['0']);
  await server.stop();
  await page.evaluate(() => {
    for (let index = 1; index <= 500; index += 1) console.log(index);
  });
  await attachment.saying('the server is away');
  await server.start();
  const expected = Array.from({ length: 500 }, (_, index) => index + 1);
  await expect
    .poll(async () => (await storedLogs(server)).map(({ message }) => Number(message)))
    .toEqual(expected);
  await attachment.saying('the server is back');
  expect(await missing(server)).toEqual([]);
});

test('a killed browser ends it with a word and status 0', async ({ server }) => {
  const browser = await launchPuppeteer();
  const attachment = await attach(server, '--cdp', browser.wsEndpoint());
  browser.process()?.kill('SIGKILL');
  expect(await attachment.ended()).toBe(0);
  expect(attachment.said.slice(1)).toEqual(['gasoline: the browser has gone']);
});

test('a browser may come later, and one that never comes is an error with a remedy', async ({ server }) => {
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'gasoline-profile-'));
  const attachment = startAttach(server.port, '--cdp', String(port));
  await attachment.saying(
    `waiting up to 60 s for a browser that can be debugged at http://127.0.0.1:${port}`,
  );
  const { executablePath = '', args = [] } = launchOptions;
  const child = spawn(
    executablePath,
    [...args, '--headless=new', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`],
    { stdio: 'ignore' },
  );
  const exit = once(child, 'exit');
  await attachment.saying('capturing ');
  child.kill('SIGKILL');
  await exit;
  expect(await attachment.ended()).toBe(0);
  await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);

  const never = startAttach(server.port, '--cdp', String(port), '--wait', '0');
  expect(await never.ended()).toBe(1);
  expect(never.said[0]).toContain(`error: no browser can be debugged at \`http://127.0.0.1:${port}\``);
  expect(never.said[1]).toContain('hint: start the browser with `--remote-debugging-port=PORT');
});

test('a browser of its own is started, captured, ended and leaves nothing behind', async ({
  server,
  pages,
}) => {
  const [first, second] = ['first', 'second'].map((name) =>
    pages.add(`/${name}`, `<script>console.log("${name}")</script>`),
  );
  if (first === undefined || second === undefined) throw new Error('no pages');
  const { executablePath = '', args = [] } = launchOptions;
  const before = await profiles();
  const flags = ['--launch', executablePath, '--headless', '--', ...args];
  const attachment = await attach(server, ...flags, first, second.replace('http://', ''));
  await expect.poll(async () => [...(await storedMessages(server))].sort()).toEqual(['first', 'second']);
  expect(await attachment.stop()).toBe(0);
  expect(await profiles()).toEqual(before);
});

async function profiles(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith('gasoline-browser-')).sort();
}
