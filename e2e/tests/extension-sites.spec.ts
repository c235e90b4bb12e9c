/** Where the extension's scripts run: on developer sites, on those the person turned on, and nowhere else. */

import type { Page } from '@playwright/test';

import { STRANGER_HOST } from '../support/chromium.ts';
import { openExtensionPage, openPopup, registeredSites, store, stored } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedLogs, storedMessages } from '../support/snapshot.ts';

const SPEAKING = `<script>console.log('top')</script>
  <iframe srcdoc="<script>console.log('srcdoc')</script>"></iframe>
  <script>document.body.appendChild(document.createElement('iframe')).contentWindow.console.log('blank')</script>`;

/** Whether any script of ours is in a page, as the page itself can tell. */
function isTouched(page: Page): Promise<boolean> {
  return page.evaluate(() => Symbol.for('gasoline.capture') in window);
}

test('a site is captured from the moment the person turns it on until they turn it off', async ({
  server,
  pages,
  extension,
}) => {
  pages.add('/', SPEAKING);
  const page = await extension.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  expect(await isTouched(page)).toBe(false);

  const popup = await openPopup(extension, page);
  const toggle = popup.getByRole('switch', { name: 'Capture this site' });
  await expect(toggle).not.toBeChecked();
  await expect(popup.getByText('no code of ours runs')).toBeVisible();
  await toggle.click();
  await expect(popup.getByText('Reload the page to start.')).toBeVisible();
  const origin = new URL(page.url()).origin;
  await expect.poll(() => registeredSites(extension)).toEqual([`${origin}/*`]);
  expect(await isTouched(page)).toBe(false);

  await page.reload();
  expect(await isTouched(page)).toBe(true);
  await expect
    .poll(async () => [...(await storedMessages(server))].sort())
    .toEqual(['blank', 'srcdoc', 'top']);
  await popup.reload();
  await expect(toggle).toBeChecked();
  await expect(popup.getByText('Reload the page to start.')).toBeHidden();

  await toggle.click();
  await expect.poll(() => isTouched(page)).toBe(false);
  await expect.poll(() => registeredSites(extension)).toEqual([]);
  await page.reload();
  expect(await isTouched(page)).toBe(false);
});

test('a developer site can be turned off and on again while it is open', async ({
  server,
  pages,
  extension,
}) => {
  const page = await extension.newPage();
  await page.goto(pages.add('/', '<script>console.log("one")</script>'));
  const nativeLog = 'function log() { [native code] }';
  const popup = await openPopup(extension, page);
  const toggle = popup.getByRole('switch', { name: 'Capture this site' });
  await expect(toggle).toBeChecked();
  await expect(popup.getByText('Captured because it is a developer site.')).toBeVisible();

  await toggle.click();
  await expect.poll(() => isTouched(page)).toBe(false);
  expect(await page.evaluate(() => String(console.log))).toBe(nativeLog);
  await page.evaluate(() => {
    console.log('two');
  });
  await toggle.click();
  await expect.poll(() => isTouched(page)).toBe(true);
  await page.evaluate(() => {
    console.log('three');
  });
  await expect.poll(() => storedMessages(server)).toEqual(['one', 'three']);
  expect(await stored(extension)).toMatchObject({ capturedSites: [], uncapturedSites: [] });
});

test('a site turned off sends nothing, also of its first scripts', async ({ server, pages, extension }) => {
  const url = pages.add('/', '<script>console.log("secret")</script>');
  await store(extension, { uncapturedSites: [`${new URL(url).origin}/*`] });
  const page = await extension.newPage();
  await page.goto(url);
  await expect.poll(() => isTouched(page)).toBe(false);
  // Another host of this machine is another site; its entry proves that an earlier one would have arrived.
  await page.goto(pages.url('/', '127.0.0.1'));
  await expect.poll(() => storedLogs(server)).toMatchObject([{ url: pages.url('/', '127.0.0.1') }]);
});

test('a page that is left at once says only what is wanted', async ({ server, pages, extension }) => {
  const leaving = pages.add('/', '<script>console.log("left"); location.replace("/next")</script>');
  pages.add('/next', '<script>console.log("arrived")</script>');
  const page = await extension.newPage();
  await page.goto(leaving);
  await page.waitForURL('**/next');
  await expect.poll(() => storedMessages(server)).toEqual(['left', 'arrived']);

  await store(extension, { captureLevel: 'errors', uncapturedSites: [`${new URL(leaving).origin}/*`] });
  await page.goto(leaving);
  await page.waitForURL('**/next');
  await page.goto(pages.url('/', '127.0.0.1'));
  await page.waitForURL('**/next');
  await page.evaluate(() => {
    console.error('last');
  });
  await expect.poll(() => storedMessages(server)).toEqual(['left', 'arrived', 'last']);
});

test('patterns on the options page cover more than one site', async ({ server, pages, extension }) => {
  pages.add('/', '<script>console.log("from afar")</script>');
  const options = await openExtensionPage(extension, 'options.html');
  const field = options.getByRole('textbox', { name: 'Site to capture' });
  await field.fill('shop-*.example');
  await field.press('Enter');
  await expect(options.getByRole('alert').filter({ hasText: 'stands for all sites' })).toBeVisible();
  await field.fill('*.example');
  await field.press('Enter');
  await expect(options.getByRole('listitem')).toHaveText([/^\*\.example/]);
  await expect.poll(() => registeredSites(extension)).toEqual(['*://*.example/*']);

  const page = await extension.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  await expect.poll(() => storedMessages(server)).toEqual(['from afar']);

  await options.getByRole('button', { name: 'Remove *.example' }).click();
  await expect.poll(() => registeredSites(extension)).toEqual([]);
  await expect.poll(() => isTouched(page)).toBe(false);
});

test("the server's own pages are not captured", async ({ server, extension }) => {
  const page = await extension.newPage();
  await page.goto(`${server.url}/health`);
  await expect.poll(() => isTouched(page)).toBe(false);
  expect(await storedLogs(server)).toEqual([]);
});

test('pages of the browser and of its store are explained, not offered', async ({ extension }) => {
  const page = await extension.newPage();
  await page.goto('chrome://version');
  const popup = await openPopup(extension, page);
  await expect(popup.getByRole('switch', { name: 'Capture this site' })).toBeDisabled();
  await expect(popup.getByText('Pages of the browser and its extensions cannot be captured.')).toBeVisible();
});
