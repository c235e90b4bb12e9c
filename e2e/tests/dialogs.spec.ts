/** While a dialog of the page is open nothing runs in it: what it said before is with the server all the same. */

import { expect, test } from '../support/fixtures.ts';
import { missing, storedMessages } from '../support/snapshot.ts';
import { WAYS } from '../support/ways.ts';

for (const [name, start] of Object.entries(WAYS)) {
  test(`what leads to a dialog is known while it is open: ${name}`, async ({
    browser,
    browsers,
    server,
    pages,
  }) => {
    const { context, close } = await start(server, { browser, browsers });
    const page = await context.newPage();
    await page.goto(pages.add('/', '<link rel="icon" href="data:,"><p>page</p>'));
    await page.evaluate(() => {
      console.log('ready');
    });
    await expect.poll(() => storedMessages(server)).toEqual(['ready']);
    for (const kind of ['alert', 'confirm', 'prompt'] as const) {
      // Playwright answers by itself where nobody listens.
      const opened = page.waitForEvent('dialog');
      await page.evaluate((dialog) => {
        setTimeout(() => {
          console.error(`before ${dialog}`);
          window[dialog]('Went wrong');
        });
      }, kind);
      const dialog = await opened;
      await expect.poll(() => storedMessages(server)).toContain(`before ${kind}`);
      await dialog.accept();
    }
    await expect.poll(() => missing(server)).toEqual([]);
    await close();
  });
}
