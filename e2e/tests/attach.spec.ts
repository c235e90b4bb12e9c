/** `gasoline attach` beside Puppeteer: a browser driven by a runner that does not know it is captured. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'puppeteer-core';

import { attach, attachIn, startAttach } from '../support/attach.ts';
import type { Attachment } from '../support/attach.ts';
import { launchOptions } from '../support/chromium.ts';
import { errorPicture } from '../support/error-picture.ts';
import { expect, test as base } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { freePort } from '../support/port.ts';
import { FAREWELL, removeFrame } from '../support/removed-frame.ts';
import { launchPuppeteer, STRANGER_HOST } from '../support/puppeteer.ts';
import { startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { missing, stored, storedLogs, storedMessages, storedScreenshots } from '../support/snapshot.ts';

/** A policy under which only a binding leaves the page. */
const STRICT = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'nonce-x'; require-trusted-types-for 'script'; trusted-types 'none'",
};

const test = base.extend<{ chromium: Browser; attachment: Attachment }>({
  chromium: async ({}, use) => {
    const browser = await launchPuppeteer();
    await use(browser);
    await browser.close();
  },
  attachment: async ({ chromium, server }, use) => {
    const attachment = await attach(server, '--cdp', chromium.wsEndpoint(), '--test-id', 'attached');
    await use(attachment);
    await attachment.stop();
  },
});

/** The identifier of a page, as the browser names it. */
async function tabOf(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}

/** What was said, where; frames other than the top one by whether they have a name. */
async function places(server: Server): Promise<unknown[]> {
  const logs = await storedLogs(server);
  const sorted = [...logs].sort((one, other) =>
    String(one['message']).localeCompare(String(other['message'])),
  );
  return sorted.map(({ message, tab, frame, test_id }) => ({
    message,
    tab,
    frame: frame === '0' ? 'top' : typeof frame,
    test_id,
  }));
}

function distinct(logs: readonly Entry[], field: string): number {
  return new Set(logs.map((entry) => entry[field])).size;
}

test('pages, frames of every kind and popups are captured from their first line', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  pages.add('/same-site', '<script>console.log("1 same site")</script>');
  pages.add('/stranger', '<iframe src="/nested"></iframe><script>console.log("2 out of process")</script>');
  pages.add('/nested', '<script>console.log("3 nested in it")</script>');
  pages.add('/popup', '<script>console.log("6 popup")</script>');
  const url = pages.add(
    '/',
    `<script>throw new RangeError('0 first inline script')</script>
     <iframe src="/same-site"></iframe>
     <iframe src="${pages.url('/stranger', STRANGER_HOST)}"></iframe>
     <iframe srcdoc="<script>console.log('4 srcdoc')</script>"></iframe>
     <script>
       const blank = document.createElement('iframe');
       document.documentElement.append(blank);
       blank.contentWindow.console.log('5 synchronous blank');
       open('/popup');
     </script>`,
  );
  const page = await chromium.newPage();
  await page.goto(url);
  const tab = await tabOf(page);
  await expect.poll(async () => (await storedLogs(server)).length).toBe(7);
  const popup = (await chromium.pages()).find((other) => other.url() === pages.url('/popup'));
  if (popup === undefined) throw new Error('no popup');
  const entry = (message: string, frame = 'string', of = tab): unknown => ({
    message,
    tab: of,
    frame,
    test_id: 'attached',
  });
  expect(await places(server)).toEqual([
    entry('1 same site'),
    entry('2 out of process'),
    entry('3 nested in it'),
    entry('4 srcdoc'),
    entry('5 synchronous blank'),
    entry('6 popup', 'top', await tabOf(popup)),
    entry('RangeError: 0 first inline script', 'top'),
  ]);
  const logs = await storedLogs(server);
  expect([distinct(logs, 'session'), distinct(logs, 'page'), distinct(logs, 'frame')]).toEqual([1, 7, 6]);
  expect(await missing(server)).toEqual([]);
  expect(attachment.said).toHaveLength(1);
});

test('the strictest policy changes nothing, and the page sees nothing', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const probe = `console.log(Object.keys(window).filter((name) => /gasoline/i.test(name)), '__gasolineBinding' in window)`;
  const url = pages.add('/', { body: `<script nonce="x">${probe}</script>`, headers: STRICT });
  const page = await chromium.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  await expect.poll(() => storedLogs(server)).toHaveLength(1);
  expect(await storedMessages(server)).toEqual(['[] false']);
  expect(requests.filter((address) => !address.endsWith('/favicon.ico'))).toEqual([url]);
  expect(attachment.said).toHaveLength(1);
});

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
  // Here somebody does listen, so only whoever asks nobody closes it.
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
    const closed = new Promise<unknown>((resolve) => page.once('close', resolve));
    await page.close({ runBeforeUnload });
    await closed;
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

test('workers are captured from their first line', async ({ server, pages, chromium, attachment }) => {
  pages.add('/worker.js', {
    type: 'text/javascript',
    body: 'console.warn("first line", { of: "worker" });\nthrow new TypeError("no total");',
  });
  pages.add('/service.js', { type: 'text/javascript', body: 'console.log("service worker");' });
  const url = pages.add(
    '/',
    '<script>new Worker("/worker.js"); navigator.serviceWorker.register("/service.js")</script>',
  );
  const page = await chromium.newPage();
  await page.goto(url);
  const tab = await tabOf(page);
  await expect.poll(async () => (await storedLogs(server)).length).toBe(3);
  const logs = await storedLogs(server);
  const of = (file: string): readonly Entry[] => logs.filter((entry) => entry['url'] === pages.url(file));
  const fields = { seq: expect.any(Number), received_at: expect.any(String), ts: expect.any(String) };
  const session = logs[0]?.['session'];
  const worker = of('/worker.js')[0]?.['page'];
  expect(of('/worker.js')).toEqual([
    {
      ...fields,
      ...{ session, tab, page: worker, test_id: 'attached', url: pages.url('/worker.js') },
      type: 'console',
      level: 'warn',
      message: 'first line {"of":"worker"}',
      args: ['first line', { of: 'worker' }],
      source: 'worker.js:1',
      n: 1,
      eventId: `${String(worker)}-1`,
    },
  ]);
  // An error nobody handles in a worker is reported to its page too, which tells it with what the worker knows.
  expect(of('/')).toMatchObject([
    {
      ...{ session, tab, frame: '0', test_id: 'attached' },
      type: 'exception',
      level: 'error',
      mechanism: 'error',
      message: 'TypeError: no total',
      stack: `TypeError: no total\n    at ${pages.url('/worker.js')}:2:7`,
      source: 'worker.js:2',
      filename: pages.url('/worker.js'),
      lineno: 2,
      colno: 7,
    },
  ]);
  expect(of('/service.js').map(({ message, n }) => [message, n])).toEqual([['service worker', 1]]);
  expect(await missing(server)).toEqual([]);
  expect(attachment.said).toHaveLength(1);
});

test('an uncaught error of a worker is told once, as fully as it is known', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const script = (path: string, body: string): string => pages.add(path, { type: 'text/javascript', body });
  const own = script('/own.js', 'throw new TypeError("its own")');
  const nested = script('/nested.js', 'throw new RangeError("of a nested one")');
  script('/around.js', 'new Worker("/nested.js")');
  script('/ended.js', 'throw new TypeError("ended by its page")');
  const page = await chromium.newPage();
  await page.goto(pages.add('/', '<p>'));
  for (const [path, count] of [
    ['/own.js', 1],
    ['/around.js', 2],
    ['/ended.js', 3],
  ] as const) {
    await page.evaluate((address) => {
      const worker = new Worker(address);
      worker.addEventListener('error', () => {
        if (address === '/ended.js') worker.terminate();
      });
    }, path);
    await expect.poll(async () => (await storedLogs(server)).length).toBe(count);
  }
  const logs = await storedLogs(server);
  expect(logs.map(({ message, stack, url }) => ({ message, stack, url }))).toEqual([
    { message: 'TypeError: its own', stack: `TypeError: its own\n    at ${own}:1:7`, url: pages.url('/') },
    {
      message: 'RangeError: of a nested one',
      stack: `RangeError: of a nested one\n    at ${nested}:1:7`,
      url: pages.url('/'),
    },
    { message: 'Uncaught TypeError: ended by its page', stack: undefined, url: pages.url('/') },
  ]);
  expect(await missing(server)).toEqual([]);
  expect(attachment.said).toHaveLength(1);
});

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
  const again = await startServer(server.port);
  const expected = Array.from({ length: 500 }, (_, index) => index + 1);
  await expect
    .poll(async () => (await storedLogs(again)).map(({ message }) => Number(message)))
    .toEqual(expected);
  await attachment.saying('the server is back');
  expect(await missing(again)).toEqual([]);
  await again.stop();
});

test('an uncaught error leaves a picture of the page without its passwords', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const url = pages.add(
    '/',
    `<body style="margin:0;background:#fff"><input type="password" value="secret"
      style="position:absolute;left:0;top:0;width:100px;height:50px;border:0">
     <script>onload = () => requestAnimationFrame(() => setTimeout(() => { throw new Error('seen') }));</script>`,
  );
  const page = await chromium.newPage();
  await page.setViewport({ width: 400, height: 300 });
  await page.goto(url);
  await expect.poll(() => storedScreenshots(server)).toHaveLength(1);
  const [error] = await storedLogs(server);
  const [screenshot] = await storedScreenshots(server);
  expect(screenshot).toEqual({ ...errorPicture(error, url), test_id: 'attached' });
  // Any browser can read the picture; this one is at hand.
  const picture = await fetch(`${server.url}/screenshots/1`);
  const data = `data:image/png;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`;
  const colours = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const at = (x: number, y: number): number[] => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
    return { field: at(50, 25), beside: at(200, 200) };
  }, data);
  expect(colours).toEqual({ field: [64, 64, 64, 255], beside: [255, 255, 255, 255] });
  expect(attachment.said).toHaveLength(1);
});

test('a page that floods neither stops capture nor the browser', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const url = pages.add('/', '<p>');
  const page = await chromium.newPage();
  await page.goto(url);
  await page.evaluate(() => {
    const text = 'x'.repeat(1000);
    for (let index = 0; index < 10_000; index += 1) console.log(text);
    console.log('z'.repeat(30_000_000).length);
    console.error('after the flood');
  });
  await expect.poll(() => storedMessages(server), { timeout: 30_000 }).toContain('after the flood');
  expect(attachment.said).toHaveLength(1);
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

test('a sandboxed frame whose document comes without a request is captured from its first line, once', async ({
  server,
  pages,
}) => {
  const inner = `<script>console.log('first'); setTimeout(() => console.log('later')); throw new Error('early')</script>`;
  const url = pages.add('/', `<iframe sandbox="allow-scripts" srcdoc="${inner}"></iframe>`);
  const { executablePath = '', args = [] } = launchOptions;
  const attachment = await attach(server, '--launch', executablePath, '--headless', '--', ...args, url);
  const said = async (): Promise<unknown[]> => [...(await storedMessages(server))].sort();
  await expect.poll(said).toEqual(['Error: early', 'first', 'later']);
  const logs = await storedLogs(server);
  expect([distinct(logs, 'session'), distinct(logs, 'tab'), distinct(logs, 'frame')]).toEqual([1, 1, 1]);
  expect(await missing(server)).toEqual([]);
  expect(await attachment.stop()).toBe(0);
});

async function profiles(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith('gasoline-browser-')).sort();
}
