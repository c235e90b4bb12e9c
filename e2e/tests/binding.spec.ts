/** The path of a test suite: page, binding, Node, server, agent. */

import { expect, test } from '../support/fixtures.ts';
import { connectAgent, TRANSPORTS } from '../support/mcp.ts';
import { messagesAsSaid, storedLogs, storedMessages } from '../support/snapshot.ts';

/** A policy under which only a binding leaves the page. */
const NO_CONNECTIONS = { 'Content-Security-Policy': "connect-src 'none'" };

for (const transport of TRANSPORTS) {
  test(`an agent reads the first inline script's error over ${transport}`, async ({
    server,
    pages,
    bound,
  }) => {
    const url = pages.add('/shop', '<script>throw new RangeError("too early")</script>');
    const page = await bound.context.newPage();
    await page.goto(url);
    await bound.capture.drain();

    const agent = await connectAgent(server, transport);
    const errors = await agent.errors();
    await agent.close();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ message: 'RangeError: too early', source: 'shop:1', url });
    expect(errors[0]?.['stack']).toContain(`${url}:1:`);
  });
}

test('entries carry the test, the session, the tab and the frame', async ({ server, pages, bound }) => {
  pages.add('/frame', '<script>console.log("frame")</script>');
  const url = pages.add('/', '<script>console.log("top")</script><iframe src="/frame"></iframe>');
  for (const page of [await bound.context.newPage(), await bound.context.newPage()]) await page.goto(url);
  await bound.capture.drain();
  const logs = await storedLogs(server);
  const identities = logs.map(({ message, test_id, tab, frame, n }) => ({ message, test_id, tab, frame, n }));
  expect(identities).toEqual([
    { message: 'top', test_id: 'e2e', tab: '1', frame: '0', n: 2 },
    { message: 'frame', test_id: 'e2e', tab: '1', frame: '1', n: 1 },
    { message: 'top', test_id: 'e2e', tab: '2', frame: '0', n: 2 },
    { message: 'frame', test_id: 'e2e', tab: '2', frame: '2', n: 1 },
  ]);
  expect(new Set(logs.map(({ session }) => session)).size).toBe(1);
  expect(new Set(logs.map(({ page }) => page)).size).toBe(4);
});

test('a page that forbids every connection is captured', async ({ server, pages, bound }) => {
  const url = pages.add('/', {
    body: '<script>throw new Error("behind a policy")</script>',
    headers: NO_CONNECTIONS,
  });
  const page = await bound.context.newPage();
  await page.goto(url);
  await bound.capture.drain();
  expect(await storedMessages(server)).toEqual(['Error: behind a policy']);
});

test('a data: page is captured', async ({ server, bound }) => {
  const page = await bound.context.newPage();
  await page.goto('data:text/html,<script>throw new Error("of no origin")</script>');
  await bound.capture.drain();
  expect(await storedMessages(server)).toEqual(['Error: of no origin']);
});

test('a document that takes over the window of the empty one before it is a page of its own', async ({
  server,
  pages,
  bound,
}) => {
  pages.add('/frame', { body: '<script>console.log("second")</script>', headers: NO_CONNECTIONS });
  const url = pages.add(
    '/',
    `<script>
      const frame = document.createElement('iframe');
      frame.src = '/frame';
      document.documentElement.append(frame);
      frame.contentWindow.console.log('first');
    </script>`,
  );
  const page = await bound.context.newPage();
  await page.goto(url);
  await bound.capture.drain();
  const logs = await storedLogs(server);
  expect(logs.map(({ message, url: address, n }) => [message, address, n])).toEqual([
    ['first', 'about:blank', 1],
    ['second', pages.url('/frame'), 1],
  ]);
});

test('page and test see nothing of it', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const url = pages.add(
    '/',
    '<script>console.log(Object.keys(window).filter((key) => /gasoline/i.test(key)))</script>',
  );
  await page.goto(url);
  await bound.capture.drain();
  expect(await storedLogs(server)).toMatchObject([{ args: [[]] }]);
  expect(await page.evaluate(() => '__gasolineBinding' in window)).toBe(false);
  expect(requests).toEqual([url]);
});

test('what happens in the last moment before leaving arrives', async ({ server, pages, bound }) => {
  pages.add('/next', '<p>next</p>');
  const url = pages.add(
    '/',
    '<script>addEventListener("pagehide", () => console.error("in pagehide"));</script>',
  );
  const page = await bound.context.newPage();
  await page.goto(url);
  await page.evaluate(() => {
    console.error('before navigation');
    location.href = '/next';
  });
  await page.waitForURL('**/next');
  await bound.capture.drain();
  await expect.poll(() => messagesAsSaid(server)).toEqual(['before navigation', 'in pagehide']);
  await page.evaluate(() => {
    console.error('before close');
  });
  await bound.capture.drain();
  await page.close();
  expect(await messagesAsSaid(server)).toEqual(['before navigation', 'in pagehide', 'before close']);
});
