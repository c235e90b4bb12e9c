/** A customer in a real browser, who meets the shop's bugs. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { chromium } from '@playwright/test';

/** Opens a browser with a debugging port; gives the context and the port's address. */
export async function openBrowser(profile) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? 'chromium',
    args: ['--remote-debugging-port=0', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  return { context, address: `http://127.0.0.1:${await debuggingPort(profile)}` };
}

/** Buys honey, which is on offer, and pays with a voucher in lower case. */
export async function goShopping(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Add Tea' }).click();
  await page.getByRole('button', { name: 'Add Honey' }).click();
  await page.getByLabel('Card number').fill('4111 1111 1111 1111');
  await page.getByLabel('Voucher').fill('spring');
  const failed = page.waitForEvent('pageerror');
  await page.getByRole('button', { name: 'Pay' }).click();
  await failed;
  await page.close();
}

/** The browser writes the port it chose into its profile, a moment after it started. */
async function debuggingPort(profile) {
  for (;;) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port] = text.split('\n');
    if (port) return port;
    await sleep(50);
  }
}
