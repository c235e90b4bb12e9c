/** Capture through a binding and a test's own control of the network do not meet. */

import { expect, test } from '../support/fixtures.ts';
import { storedEntries, storedMessages } from '../support/snapshot.ts';

test('a test that aborts every request is captured, and sees only requests of the page', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<link rel="icon" href="data:,"><p>quiet</p>'));
  const routed: string[] = [];
  await bound.context.route('**', async (route) => {
    routed.push(route.request().url());
    await route.abort();
  });
  const outcome = await page.evaluate(async () => {
    console.log('routed');
    return fetch('/data').catch((error: unknown) => String(error));
  });
  await bound.capture.drain();
  expect(outcome).toBe('TypeError: Failed to fetch');
  expect(routed).toEqual([pages.url('/data')]);
  expect(await storedMessages(server)).toEqual([
    'routed',
    `GET ${pages.url('/data')} failed: TypeError: Failed to fetch`,
  ]);
});

test('a test that fulfils every request is captured with what it answered', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<link rel="icon" href="data:,"><p>quiet</p>'));
  await bound.context.route('**', (route) => route.fulfill({ json: { mocked: true } }));
  expect(await page.evaluate(async (): Promise<unknown> => (await fetch('/data')).json())).toEqual({
    mocked: true,
  });
  await bound.capture.drain();
  expect(await storedEntries(server, 'network_bodies')).toMatchObject([
    { url: 'http://localhost:PORT/data', status: 200, responseBody: '{"mocked":true}' },
  ]);
});

test('a page that is offline is captured', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<link rel="icon" href="data:,"><p>quiet</p>'));
  await bound.context.setOffline(true);
  const outcome = await page.evaluate(async () => {
    console.log(navigator.onLine);
    return fetch('/data').catch((error: unknown) => String(error));
  });
  await bound.capture.drain();
  expect(outcome).toBe('TypeError: Failed to fetch');
  expect(await storedMessages(server)).toEqual([
    'false',
    `GET ${pages.url('/data')} failed: TypeError: Failed to fetch`,
  ]);
});

test('a page that talks without end still comes to networkidle', async ({
  server,
  pages,
  bound,
  extension,
}) => {
  const url = pages.add(
    '/',
    '<link rel="icon" href="data:,"><script>setInterval(() => console.log("tick"), 50)</script>',
  );
  for (const context of [bound.context, extension]) {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle', timeout: 15_000 });
    await page.close();
  }
  await expect.poll(() => storedMessages(server)).toContain('tick');
});
