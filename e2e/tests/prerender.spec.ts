/**
 * A page that is rendered before anybody goes there. Chromium does so only while no debugger watches, so this page is
 * left alone and tells its story to the server of the test.
 */

import { EventEmitter, once } from 'node:events';

import { startBareChromium } from '../support/bare-chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { content, missing, stored, storedMessages } from '../support/snapshot.ts';

/** Goes to the other page when told so, which is not before that one has been prerendered. */
const SHOP = `<title>Shop</title>
  <script type="speculationrules">{"prerender": [{"urls": ["/cart"], "eagerness": "immediate"}]}</script>
  <script>fetch('/wait').then(() => { location.href = '/cart'; });</script>`;

const CART = `<title>Cart</title><h1>Cart</h1>
  <script>
    console.log('prerendering: ' + document.prerendering);
    document.addEventListener('prerenderingchange', () => { console.log('shown'); });
    fetch('/prerendered');
  </script>`;

test('what a prerendered page does is captured at once, its visit when it is shown', async ({
  server,
  pages,
}) => {
  const story = new EventEmitter();
  const prerendered = once(story, 'prerendered');
  pages.add('/cart', CART);
  pages.route('/prerendered', (_request, response) => {
    response.end();
    story.emit('prerendered');
  });
  pages.route('/wait', (_request, response) => {
    void prerendered.then(() => response.end());
  });
  const browser = await startBareChromium(server.port);
  await browser.open(pages.add('/shop', SHOP));
  const at = async (list: string, path: string): Promise<readonly unknown[]> => {
    const entries = await stored(server, list);
    return entries.filter(({ url }) => url === pages.url(path));
  };
  await expect.poll(() => at('documents', '/cart')).toHaveLength(1);
  await expect.poll(() => storedMessages(server)).toContain('shown');
  await browser.stop();

  const logs = await stored(server, 'logs');
  expect(logs.map(({ message, level }) => `${String(level)}: ${String(message)}`)).toEqual([
    'log: prerendering: true',
    'log: shown',
  ]);
  const [visit, ...others] = (await stored(server, 'enhanced_actions')).filter(
    ({ url }) => url === pages.url('/cart'),
  );
  expect(others).toEqual([]);
  expect(content(visit ?? {})).toEqual({
    type: 'navigate',
    navigation: 'load',
    fromUrl: pages.url('/shop'),
    toUrl: pages.url('/cart'),
    url: pages.url('/cart'),
  });
  // Nobody had gone there when it was rendered.
  expect(Number(visit?.['n'])).toBeGreaterThan(Number(logs[0]?.['n']));
  expect(await missing(server)).toEqual([]);
});
