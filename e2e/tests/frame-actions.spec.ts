/** What the user does inside of frames. */

import { expect, test } from '../support/fixtures.ts';
import { actions } from '../support/recorded-actions.ts';
import { stored } from '../support/snapshot.ts';

test('an action in a frame names the frames around it', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const icon = '<link rel="icon" href="data:,">';
  const inner = pages.add('/inner', `${icon}<button>Go</button>`);
  const middle = pages.add('/middle', `${icon}<iframe id="inner" src="/inner"></iframe>`);
  await page.goto(pages.add('/outer', `${icon}<iframe title="Shop" name="shop" src="/middle"></iframe>`));
  await page.frameLocator('iframe').frameLocator('iframe').getByRole('button').click();
  await bound.capture.drain();
  const clicks = (await actions(server)).filter(({ type }) => type === 'click');
  expect(clicks.map(({ frames }) => frames)).toEqual([
    [
      {
        locators: [
          { by: 'title', value: 'Shop' },
          { by: 'css', value: 'iframe[name="shop"]' },
        ],
        url: middle,
        name: 'shop',
      },
      {
        locators: [
          { by: 'id', value: 'inner' },
          { by: 'css', value: 'iframe[src="/inner"]' },
        ],
        url: inner,
      },
    ],
  ]);
});

test('an action in a frame of another origin names that frame by its address', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const icon = '<link rel="icon" href="data:,">';
  pages.add('/foreign', `${icon}<button>Go</button>`);
  const foreign = pages.url('/foreign', '127.0.0.1');
  await page.goto(pages.add('/host', `${icon}<iframe name="shop" src="${foreign}"></iframe>`));
  await page.frameLocator('iframe').getByRole('button').click();
  await bound.capture.drain();
  const clicks = (await actions(server)).filter(({ type }) => type === 'click');
  expect(clicks.map(({ frames, selectors }) => ({ frames, selectors }))).toEqual([
    {
      frames: [{ locators: [], url: foreign, name: 'shop' }],
      selectors: {
        role: { role: 'button', name: 'Go' },
        text: 'Go',
        cssPath: 'button',
        locators: [
          { by: 'role', role: 'button', value: 'Go' },
          { by: 'text', value: 'Go' },
        ],
      },
    },
  ]);
});

test('frames that come with their page are no actions of the user, a link followed in one is', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const icon = '<link rel="icon" href="data:,">';
  pages.add('/part', `${icon}<a href="/more">More</a>`);
  const more = pages.add('/more', `${icon}<h1>All of it</h1>`);
  const outer = pages.add('/parts', `${icon}<h1>Parts</h1>${'<iframe src="/part"></iframe>'.repeat(5)}`);
  await page.goto(outer);
  await expect.poll(() => stored(server, 'dom_snapshots')).toHaveLength(1);
  const frame = page.locator('iframe').first().contentFrame();
  await frame.getByRole('link').click();
  await frame.getByRole('heading').waitFor();
  await bound.capture.drain();
  const entries = await actions(server);
  expect(entries.map(({ type, toUrl }) => [type, toUrl])).toEqual([
    ['click', undefined],
    ['navigate', more],
  ]);
  expect(entries.map(({ frames }) => frames)).toEqual([
    [expect.objectContaining({ url: pages.url('/part') })],
    [expect.objectContaining({ url: more })],
  ]);
  expect((await stored(server, 'dom_snapshots')).map(({ url }) => url)).toEqual([outer]);
});
