/** What the user does on pages that keep events to themselves, or replaced what capture works with. */

import { expect, test } from '../support/fixtures.ts';
import { actions, AT_REST, centre, near } from '../support/recorded-actions.ts';
import { stored } from '../support/snapshot.ts';

test('an element inside an open shadow root, behind a page that stops every event', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><my-card></my-card><script>
      document.querySelector('my-card').attachShadow({ mode: 'open' }).innerHTML = '<p><button id="buy">Buy</button></p>';
      addEventListener('click', (event) => event.stopImmediatePropagation(), true);
    </script>`,
  );
  await page.goto(url);
  const position = await centre(page, '#buy');
  await page.locator('#buy').click();
  await page.evaluate(() => document.querySelector('my-card')?.shadowRoot?.querySelector('button')?.click());
  await bound.capture.drain();
  expect(await actions(server)).toEqual([
    {
      type: 'click',
      url,
      target: 'button#buy',
      selectors: {
        role: { role: 'button', name: 'Buy' },
        id: 'buy',
        text: 'Buy',
        cssPath: 'my-card #buy',
        locators: [
          { by: 'role', role: 'button', value: 'Buy' },
          { by: 'id', value: 'buy' },
          { by: 'text', value: 'Buy' },
        ],
        inShadow: true,
      },
      text: 'Buy',
      position: near(position),
      ...AT_REST,
    },
  ]);
});

/** The page's own functions would end our work, or run because of it. */
const HOSTILE = `
  window.heard = [];
  const never = (name) => function () { heard.push(name); throw new Error(name); };
  addEventListener('error', ({ message }) => heard.push(message));
  for (const name of ['addEventListener', 'setTimeout', 'requestIdleCallback', 'requestAnimationFrame', 'queueMicrotask'])
    window[name] = never(name);
  for (const name of ['matches', 'querySelector', 'querySelectorAll']) Element.prototype[name] = never(name);
  for (const name of ['querySelector', 'querySelectorAll', 'createTreeWalker']) Document.prototype[name] = never(name);
  Event.prototype.composedPath = never('composedPath');
  Node.prototype.getRootNode = never('getRootNode');
  CSS.escape = never('escape');
  PerformanceObserver.prototype.takeRecords = never('takeRecords');`;

test('a page that replaced what we work with is still seen, and hears nothing', async ({
  server,
  pages,
  extension,
}) => {
  const page = await extension.newPage();
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><form id="f"><input name="id" style="position:fixed;left:0;top:0;width:90px"><button class="go">Go</button></form>
     <script>document.forms[0].addEventListener('submit', (event) => event.preventDefault());${HOSTILE}</script>`,
  );
  await page.goto(url);
  // By place: a locator would bring Playwright's own script into the page, which uses what is replaced there.
  await page.mouse.click(20, 20);
  await page.keyboard.type('typed');
  await page.keyboard.press('Enter');
  const seen = async (): Promise<unknown> => {
    const entries = await stored(server, 'enhanced_actions');
    return entries.map(({ type, target, value, key }) => [type, target, value ?? key]);
  };
  await expect.poll(seen).toEqual([
    ['navigate', undefined, undefined],
    ['click', 'input', undefined],
    ['input', 'input', 'typed'],
    ['keypress', 'input', 'Enter'],
    ['submit', 'button.go', undefined],
  ]);
  expect(await page.evaluate('heard.join()')).toBe('');
});
