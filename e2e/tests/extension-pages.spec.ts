/** The popup and the options page: what they say, that they can be used by everyone, and how they look. */

import type { BrowserContext, Page } from '@playwright/test';

import { violations } from '../support/axe.ts';
import { openExtensionPage, openPopup, store, stored } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { otherVersion, startImpostor } from '../support/impostor.ts';
import { freePort } from '../support/port.ts';
import { startServer } from '../support/server.ts';
import { storedMessages } from '../support/snapshot.ts';

/** What the popup says of the link: state, reason, remedy, command. */
async function linkTexts(popup: Page): Promise<readonly string[]> {
  await expect(popup.locator('#state')).not.toHaveText('Checking…');
  const parts = ['state', 'detail', 'remedy', 'command-text'].map((id) =>
    popup.locator(`#${id}`).innerText(),
  );
  return (await Promise.all(parts)).filter((text) => text !== '');
}

async function popupAt(context: BrowserContext, serverPort: number): Promise<readonly string[]> {
  await store(context, { serverPort });
  const popup = await openExtensionPage(context, 'popup.html');
  const texts = await linkTexts(popup);
  await popup.close();
  return texts;
}

test('the popup tells whether the server answers now, and what to do if not', async ({
  server,
  extension,
}) => {
  expect(await popupAt(extension, server.port)).toEqual([
    'Connected',
    `Server 0.1.0, no agent listening. Port ${server.port}.`,
  ]);
  const empty = await freePort();
  expect(await popupAt(extension, empty)).toEqual([
    'No server',
    `Nothing answers on port ${empty}.`,
    'Start the server, or choose the port it listens on. What is captured meanwhile waits.',
    `gasoline --port ${empty}`,
  ]);
});

test('another program on the port is named as such and gets nothing', async ({ pages, extension }) => {
  const impostor = await startImpostor({ '/health': '<h1>My app</h1>', '/': 'hello' });
  expect(await popupAt(extension, impostor.port)).toEqual([
    'Not a Gasoline server',
    `Another program answers on port ${impostor.port}. Nothing was sent to it.`,
    'Start Gasoline on a port of its own, and choose that port.',
    'gasoline --port 7891',
  ]);
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<script>console.error("private")</script>'));
  const popup = await openExtensionPage(extension, 'popup.html');
  await expect(popup.locator('#counts')).toContainText('waiting');
  expect(new Set(impostor.paths)).toEqual(new Set(['/hello', '/health']));
  await impostor.stop();
});

test('a server of another age is recognised, with both versions', async ({ extension }) => {
  const older = await startImpostor(otherVersion('0.0.9', { min: 0, max: 0 }));
  expect(await popupAt(extension, older.port)).toEqual([
    'Server too old',
    'Server 0.0.9 cannot read what extension 0.1.0 sends.',
    'Update Gasoline and start the server again.',
  ]);
  const newer = await startImpostor(otherVersion('9.0.0', { min: 8, max: 9 }));
  expect(await popupAt(extension, newer.port)).toEqual([
    'Extension too old',
    'Extension 0.1.0 cannot be read by server 9.0.0.',
    'Write the extension anew, then reload it in chrome://extensions.',
    'gasoline extension',
  ]);
  await older.stop();
  await newer.stop();
});

test('of two servers the one is used whose port was chosen, also for what is captured from then on', async ({
  server,
  pages,
  extension,
}) => {
  const other = await startServer();
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<script>console.log("for the first")</script>'));
  await expect.poll(() => storedMessages(server)).toEqual(['for the first']);

  const options = await openExtensionPage(extension, 'options.html');
  const port = options.getByRole('spinbutton', { name: 'Port' });
  await port.fill('99999');
  await port.press('Tab');
  await expect(options.getByText('A port is a number from 1 to 65535.')).toBeVisible();
  expect(await stored(extension)).toMatchObject({ serverPort: server.port });
  await port.fill(String(other.port));
  await port.press('Tab');
  await expect(options.locator('#detail')).toContainText(`Port ${other.port}`);

  await expect
    .poll(async () => {
      await page.evaluate(() => {
        console.log('for the second');
      });
      return storedMessages(other);
    })
    .toContain('for the second');
  await other.stop();
});

test('every setting can be changed by keyboard alone and is kept', async ({ pages, extension }) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<p>page</p>'));
  const popup = await openPopup(extension, page);
  await expect(popup.getByRole('radio', { name: 'All' })).toBeChecked();
  await popup.getByRole('radio', { name: 'All' }).press('ArrowRight');
  for (const name of ['Network bodies', 'User actions', 'Screenshots', 'AI error context'])
    await popup.getByRole('switch', { name }).press('Space');
  await popup.getByLabel('WebSocket detail').selectOption('lifecycle');
  await popup.getByRole('switch', { name: 'WebSockets' }).press('Space');
  await expect(popup.getByLabel('WebSocket detail')).toBeDisabled();

  const options = await openExtensionPage(extension, 'options.html');
  await expect(options.getByRole('radio', { name: 'Warnings +' })).toBeChecked();
  await expect(options.getByRole('switch', { name: 'Source code' })).toBeDisabled();
  for (const name of [
    ...['AI error context', 'Screenshots', 'WebSockets'],
    ...['Source code', 'Component ancestry', 'State snapshot'],
    ...['After an error', 'After each action'],
  ]) {
    const control = options.getByRole('switch', { name });
    // Keys that are meant for what cannot be used go elsewhere.
    await expect(control).toBeEnabled();
    await control.press('Space');
  }
  // This build may not use the debugger.
  await expect(options.getByText('Debugger mode')).toBeHidden();
  const filters = options.getByRole('textbox', { name: 'Only these addresses' });
  await filters.fill('wss://*/chat\n\n lobby ');
  await filters.press('Tab');
  await options.getByRole('combobox', { name: 'Capture mode' }).selectOption('errors-only');
  await expect
    .poll(() => stored(extension))
    .toMatchObject({
      captureLevel: 'warnings',
      gasolineCaptureMode: 'errors-only',
      networkBodiesEnabled: false,
      actionsEnabled: false,
      webSocketEnabled: true,
      webSocketMode: 'lifecycle',
      webSocketUrlFilters: ['wss://*/chat', 'lobby'],
      screenshotsEnabled: true,
      auto_screenshot: { on_error: false, on_navigation: false, on_action: true },
      aiContextEnabled: true,
      aiContextSourceSnippets: false,
      aiContextComponentTree: false,
      aiContextStateSnapshot: true,
    });
});

test('the popup counts errors and clears them', async ({ server, pages, extension }) => {
  const page = await extension.newPage();
  await page.goto(
    pages.add('/', '<script>console.error("one"); console.error("two"); console.log("three")</script>'),
  );
  await expect.poll(() => storedMessages(server)).toHaveLength(3);
  const popup = await openPopup(extension, page);
  await expect(popup.getByText('2 errors on this page')).toBeVisible();
  await expect(popup.getByText('2 errors in all')).toBeVisible();
  await popup.getByRole('button', { name: 'Clear' }).click();
  await expect(popup.getByText('Cleared.')).toBeVisible();
  await expect(popup.getByText('0 errors on this page')).toBeVisible();
  expect(await storedMessages(server)).toEqual([]);
});

test('the popup warns of pages that attach too much to their errors', async ({
  server,
  pages,
  extension,
}) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<p>page</p>'));
  await page.evaluate(`for (let key = 0; key < 6; key += 1) __gasoline.annotate('key' + key, 'x'.repeat(4000));
    console.error(1); console.error(2)`);
  await expect.poll(() => storedMessages(server)).toHaveLength(2);
  const popup = await openPopup(extension, page);
  await expect(popup.getByText('2 errors in all')).toBeVisible();
  await expect(popup.getByText('attaches more than 20 KB')).toBeHidden();
  await page.evaluate('console.error(3)');
  await expect.poll(() => storedMessages(server)).toHaveLength(3);
  await popup.reload();
  await expect(popup.getByText('attaches more than 20 KB')).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`popup and options have no fault that axe knows of, in ${scheme}`, async ({
    server,
    pages,
    extension,
  }, info) => {
    const page = await extension.newPage();
    await page.goto(pages.add('/', '<script>console.error("down"); console.error("out")</script>'));
    await expect.poll(() => storedMessages(server)).toHaveLength(2);
    await store(extension, {
      capturedSites: ['https://shop.example:443/*', '*://*.staging.example/*'],
      uncapturedSites: ['http://localhost:9999/*'],
      webSocketUrlFilters: ['wss://*/chat/*'],
    });
    const views = [
      { name: 'popup', open: () => openPopup(extension, page), size: { width: 340, height: 600 } },
      {
        name: 'options',
        open: () => openExtensionPage(extension, 'options.html'),
        size: { width: 800, height: 900 },
      },
    ];
    for (const link of ['connected', 'disconnected']) {
      if (link === 'disconnected') await store(extension, { serverPort: await freePort() });
      for (const { name, open, size } of views) {
        const view = await open();
        await view.setViewportSize(size);
        await view.emulateMedia({ colorScheme: scheme });
        await expect(view.locator('#state')).toHaveText(link === 'connected' ? 'Connected' : 'No server');
        await view.screenshot({ path: info.outputPath(`${name}-${link}-${scheme}.png`), fullPage: true });
        expect(await violations(view)).toEqual([]);
        await view.close();
      }
    }
  });
}
