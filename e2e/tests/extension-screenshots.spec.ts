/** Pictures the extension takes: of the page in front, after an uncaught error, without what nobody may see. */

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launchWithExtension } from '../support/chromium.ts';
import { coloursOf } from '../support/colours.ts';
import { errorPicture } from '../support/error-picture.ts';
import { openExtensionPage, pointTo, store, stored, workerOf } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectAgent } from '../support/mcp.ts';
import { BINARY } from '../support/server.ts';
import { storedLogs, storedMessages, storedScreenshots } from '../support/snapshot.ts';

const FORM = `<body style="margin:0;background:#fff"><input type="password" value="secret"
    style="position:absolute;left:0;top:0;width:100px;height:50px;border:0">
  <script>const fail = (message) => setTimeout(() => { throw new Error(message); });</script>`;

test('an uncaught error leaves one picture of the page in front, its passwords painted over', async ({
  server,
  pages,
  extension,
}) => {
  const url = pages.add('/', FORM);
  const page = await extension.newPage();
  await page.setViewportSize({ width: 400, height: 300 });
  await page.goto(url);
  await page.evaluate('fail("one"), fail("two")');
  await expect.poll(() => storedScreenshots(server)).toHaveLength(1);
  const [error] = await storedLogs(server);
  const [screenshot] = await storedScreenshots(server);
  expect(screenshot).toEqual(errorPicture(error, url));
  const picture = await fetch(`${server.url}/screenshots/1`);
  const data = `data:image/png;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`;
  const worker = await workerOf(extension);
  const seen = await worker.evaluate(coloursOf, [data, { field: [50, 25], beside: [200, 200] }] as const);
  expect(seen.colours).toEqual({ field: '#404040', beside: '#ffffff' });
  const agent = await connectAgent(server, 'http');
  const [named] = await agent.errors();
  expect(named?.['screenshot']).toBe('1');
  await agent.close();
});

const CARDS = `<body style="margin:0;background:#fff"><style>div{position:absolute;left:40px;width:100px;height:60px}</style>
  <div id="card" style="top:20px;background:#00ff00">Card</div><div class="far" style="top:2000px">Far</div>
  <div class="cut" style="top:280px;background:#0000ff">Cut</div>`;

test('an agent has the page in front pictured: all of it, one element, with others outlined', async ({
  server,
  pages,
  extension,
}) => {
  const url = pages.add('/cards', CARDS);
  const page = await extension.newPage();
  await page.setViewportSize({ width: 400, height: 300 });
  await page.goto(url);
  const agent = await connectAgent(server, 'http');
  const worker = await workerOf(extension);
  await expect.poll(async () => (await agent.call('get_page_info'))['url']).toBe(url);
  const [whole = ''] = await agent.pictures('capture_screenshot', { mark: ['#card'] });
  const places = { card: [90, 50], outline: [38, 50], beside: [300, 50] } as const;
  expect(await worker.evaluate(coloursOf, [whole, places] as const)).toEqual({
    size: [400, 300],
    colours: { card: '#00ff00', outline: '#e60078', beside: '#ffffff' },
  });
  // Chrome would refuse a third picture within a second; each waits for its turn.
  const [[element = ''], cut] = await Promise.all([
    agent.pictures('capture_screenshot', { selector: '#card' }),
    agent.call('capture_screenshot', { selector: '.cut' }),
  ]);
  expect((await worker.evaluate(coloursOf, [element, {}] as const)).size).toEqual([100, 60]);
  expect(cut).toMatchObject({
    ...{ url, trigger: 'explicit', mimeType: 'image/png', width: 100, height: 20 },
    notes: ['the element lies partly outside of what can be seen; the picture shows the rest'],
  });
  for (const [args, reason] of [
    [{ selector: '.far' }, /: the element lies outside of what can be seen; scroll to it/],
    [{ selector: '.none' }, /^no element of the page matches `.none`$/],
    [{ full_page: true }, /: the extension pictures only what can be seen; leave out `full_page`/],
  ] as const)
    expect((await agent.call('capture_screenshot', args))['error']).toMatch(reason);
  const set = { auto_screenshot: { on_navigation: true, on_error: false } };
  expect(await agent.call('capture_screenshot', set)).toMatchObject({
    auto_screenshot: { on_navigation: true, on_error: false, on_action: false, enabled: true },
  });
  const front = await extension.newPage();
  await front.goto('about:blank');
  await front.bringToFront();
  const { error } = await agent.call('capture_screenshot');
  expect(error).toMatch(/: the tab is behind another, and Chrome pictures only the one in front/);
  await agent.close();
});

test('an agent has the page of a test run pictured, and all of it', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await page.setViewportSize({ width: 400, height: 300 });
  const secret = `<input type="password" value="secret" style="position:absolute;left:200px;top:0;width:100px;height:50px">`;
  const url = pages.add('/tested', CARDS + secret);
  await page.goto(url);
  const agent = await connectAgent(server, 'http');
  await expect.poll(async () => (await agent.call('get_page_info'))['url']).toBe(url);
  const pieces = await agent.pictures('capture_screenshot', { full_page: true });
  const places = { card: [90, 50], secret: [250, 25] } as const;
  const seen = await Promise.all(pieces.map((piece) => page.evaluate(coloursOf, [piece, places] as const)));
  expect(seen.map(({ size }) => size)).toEqual([
    [400, 1568],
    [400, 492],
  ]);
  expect(seen[0]?.colours).toEqual({ card: '#00ff00', secret: '#404040' });
  expect(await agent.call('capture_screenshot', { selector: '.far' })).toMatchObject({
    ...{ url, width: 100, height: 60, test_id: 'e2e' },
  });
  expect((await agent.call('capture_screenshot', { selector: '.none' }))['error']).toBe(
    'no element of the page matches `.none`',
  );
  await page.close();
  await expect
    .poll(async () => (await agent.call('capture_screenshot'))['error'])
    .toMatch(/no captured page/);
  await agent.close();
});

test('the build with the debugger pictures whole pages and elements anywhere once the person allows it', async ({
  server,
  pages,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-debugger-'));
  execFileSync(BINARY, ['extension', '--debugger', '--dir', folder]);
  // The size of the window itself: one that Playwright gives a page does not survive another debugger.
  const { context, close } = await launchWithExtension(folder, { viewport: null });
  await pointTo(context, server);
  const url = pages.add('/long', CARDS);
  const page = await context.newPage();
  await page.goto(url);
  const size = (): Promise<readonly number[]> => page.evaluate(() => [innerWidth, innerHeight]);
  const before = await size();
  const agent = await connectAgent(server, 'http');
  await expect.poll(async () => (await agent.call('get_page_info'))['url']).toBe(url);
  const { error } = await agent.call('capture_screenshot', { full_page: true });
  expect(error).toMatch(/or turn on debugger mode in the extension's options$/);
  const options = await openExtensionPage(context, 'options.html');
  await options.getByRole('switch', { name: 'Debugger mode' }).press('Space');
  await expect.poll(() => stored(context)).toMatchObject({ screenshotDebuggerMode: true });
  await options.close();
  await page.bringToFront();
  const pieces = await agent.pictures('capture_screenshot', { full_page: true });
  const worker = await workerOf(context);
  const places = { card: [90, 50], cut: [90, 300], far: [90, 440] } as const;
  const seen = await Promise.all(pieces.map((piece) => worker.evaluate(coloursOf, [piece, places] as const)));
  expect(seen.map(({ size }) => size)).toEqual([
    [before[0], 1568],
    [before[0], 492],
  ]);
  expect(seen[0]?.colours).toMatchObject({ card: '#00ff00', cut: '#0000ff' });
  // Nothing of the first piece is repeated.
  expect(seen[1]?.colours).toMatchObject({ card: '#ffffff', cut: '#ffffff' });
  expect(await agent.call('capture_screenshot', { selector: '.far' })).toMatchObject({
    ...{ url, width: 100, height: 60 },
  });
  await expect.poll(size).toEqual(before);
  await agent.close();
  await close();
  await rm(folder, { recursive: true });
});

test('no picture is taken of a tab behind another, nor when the person has turned them off', async ({
  server,
  pages,
  extension,
}) => {
  const behind = await extension.newPage();
  await behind.goto(pages.add('/behind', FORM));
  const front = await extension.newPage();
  await front.goto(pages.add('/front', FORM));
  await behind.evaluate('fail("behind")');
  await expect.poll(() => storedMessages(server)).toHaveLength(1);
  await store(extension, { auto_screenshot: { on_error: false } });
  await front.evaluate('fail("off")');
  await expect.poll(() => storedMessages(server)).toHaveLength(2);
  await store(extension, { auto_screenshot: { on_error: true } });
  await front.evaluate('fail("on")');
  // Pictures are taken one after the other: had there been others, they would be here by now.
  await expect.poll(() => storedScreenshots(server)).toHaveLength(1);
  const [screenshot] = await storedScreenshots(server);
  await expect.poll(() => storedMessages(server)).toHaveLength(3);
  const [, , error] = await storedLogs(server);
  expect(screenshot?.['url']).toBe(pages.url('/front'));
  expect(screenshot?.['relatedEventId']).toBe(error?.['eventId']);
});

test('loads, routes and actions are pictured where the person wants it', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, { auto_screenshot: { on_error: false, on_navigation: true, on_action: true } });
  const page = await extension.newPage();
  await page.goto(
    pages.add(
      '/shop',
      '<button>Nothing</button><button onclick="document.body.style.background = `teal`">Teal</button>',
    ),
  );
  const triggers = async (): Promise<readonly unknown[]> =>
    (await storedScreenshots(server)).map(({ trigger }) => trigger);
  await expect.poll(triggers).toEqual(['navigation']);
  // Not sooner than a second after the last.
  const [first] = await storedScreenshots(server);
  await expect.poll(() => Date.now() - Date.parse(String(first?.['ts']))).toBeGreaterThan(1000);
  await page.getByRole('button', { name: 'Nothing' }).click();
  const clicks = async (): Promise<readonly { eventId?: string; _outcome?: object }[]> => {
    const snapshot: { enhanced_actions: { type?: string; eventId?: string; _outcome?: object }[] } = await (
      await fetch(`${server.url}/snapshot`)
    ).json();
    return snapshot.enhanced_actions.filter(({ type }) => type === 'click');
  };
  await expect.poll(clicks).toMatchObject([{ _outcome: { effect: 'none' } }]);
  await page.getByRole('button', { name: 'Teal' }).click();
  await expect.poll(triggers).toEqual(['navigation', 'action']);
  const [, taken] = await storedScreenshots(server);
  const isPictured = (await clicks()).map(({ eventId }) => eventId === taken?.['relatedEventId']);
  expect(isPictured).toEqual([false, true]);
});
