/** Documents whose properties are taken over by elements: after `<form name="title">`, `document.title` is the form. */

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { stored } from '../support/snapshot.ts';

const page = (name: string): string => `<!doctype html><link rel="icon" href="data:,"><title>Taken</title>
  <style>button { position: fixed; top: 0; left: 0; width: 100px; height: 100px }</style>
  <h1>Heading</h1><form name="${name}"></form><button onclick="window.open('other')">Open</button>`;

const TAKEN = [
  ...['title', 'referrer', 'readyState', 'prerendering', 'visibilityState', 'baseURI', 'body'],
  ...['activeElement', 'cookie', 'querySelector', 'createTreeWalker'],
];

test('documents whose properties are taken over are captured as any other', async ({
  server,
  pages,
  bound,
}) => {
  const from = pages.add('/', '<link rel="icon" href="data:,">');
  const other = pages.add('/taken/other', '<link rel="icon" href="data:,">');
  for (const name of TAKEN) {
    const url = pages.add(`/taken/${name}`, page(name));
    const tab = await bound.context.newPage();
    await tab.goto(from);
    await tab.evaluate((address) => {
      location.href = address;
    }, url);
    await tab.waitForURL(url);
    const ofPage = async (list: string): Promise<Entry[]> =>
      (await stored(server, list)).filter((entry) => entry['url'] === url);
    await expect.poll(() => ofPage('dom_snapshots'), name).toMatchObject([{ title: 'Taken' }]);
    const [opened] = await Promise.all([tab.waitForEvent('popup'), tab.mouse.click(50, 50)]);
    await opened.close();
    await tab.close({ runBeforeUnload: true });
    await expect.poll(() => ofPage('performance_snapshots'), name).toHaveLength(1);

    expect(await ofPage('documents'), name).toMatchObject([{ title: 'Taken', referrer: from }]);
    expect(await ofPage('enhanced_actions'), name).toMatchObject([
      { type: 'navigate', fromUrl: from },
      { type: 'click', scroll: { x: 0, y: 0 } },
      { type: 'newtab', toUrl: other },
    ]);
  }
});
