/** Where pages lead, and how an address came to change. */

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { content, stored } from '../support/snapshot.ts';

test('loads, routes, fragments, back', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const home = pages.add('/', '<link rel="icon" href="data:,"><a href="/app">app</a>');
  const app = pages.add('/app', '<link rel="icon" href="data:,"><a href="#part">part</a>');
  await page.goto(home);
  await page.locator('a').evaluate((link) => {
    // The page's own call, so that no click is recorded.
    if (link instanceof HTMLAnchorElement) link.click();
  });
  await page.waitForURL('**/app');
  await page.evaluate(async () => {
    history.pushState(null, '', '/app/1');
    history.pushState({ same: true }, '', '/app/1');
    history.replaceState(null, '', '/app/1?a');
    history.replaceState(null, '', '/app/1?ab');
    location.hash = 'part';
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
      history.back();
    });
  });
  await bound.capture.drain();
  const entries = await stored(server, 'enhanced_actions');
  const navigate = (navigation: string, toUrl: string, fromUrl?: string): Entry => ({
    type: 'navigate',
    url: toUrl,
    toUrl,
    navigation,
    ...(fromUrl === undefined ? {} : { fromUrl }),
  });
  expect(entries.map(content)).toEqual([
    navigate('load', home),
    navigate('load', app, home),
    navigate('push', `${app}/1`, app),
    navigate('replace', `${app}/1?ab`, `${app}/1`),
    navigate('push', `${app}/1?ab#part`, `${app}/1?ab`),
    navigate('pop', `${app}/1?ab`, `${app}/1?ab#part`),
  ]);
});

test('the same document again, and one of the history', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const one = pages.add('/one', {
    body: '<link rel="icon" href="data:,">1',
    headers: { 'Cache-Control': 'no-store' },
  });
  const two = pages.add('/two', '<link rel="icon" href="data:,">2');
  await page.goto(one);
  await page.reload();
  await page.goto(two);
  await page.goBack();
  await bound.capture.drain();
  const entries = await stored(server, 'enhanced_actions');
  const inOrder = [...entries].sort((before, after) =>
    String(before['ts']).localeCompare(String(after['ts'])),
  );
  expect(inOrder.map(({ toUrl, navigation }) => [toUrl, navigation])).toEqual([
    [one, 'load'],
    [one, 'reload'],
    [two, 'load'],
    [one, 'history'],
  ]);
});
