/** Tests that pass, fail, fail only once and run out of time; pages made in every way a suite makes them. */

import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

const SHOP =
  'data:text/html,<title>Shop</title><h1>Shop</h1><button>Pay</button><input type=password value=hunter2>';

/** Says in the page's console which test it serves. */
async function say(page: Page, text: string): Promise<void> {
  await page.evaluate((said) => {
    console.info(said);
  }, text);
}

test('pays', async ({ page }) => {
  await page.goto(SHOP);
  await say(page, 'pays');
});

test('the app breaks', async ({ page }) => {
  await page.goto(SHOP);
  await page.evaluate('setTimeout(() => { throw new Error("card refused") })');
  await say(page, 'the app breaks');
  await expect(page.getByRole('heading')).toHaveText('Thank you');
});

test('the test is wrong', async ({ page }) => {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay!' }).click({ timeout: 200 });
});

test.describe('unsteady', () => {
  // Not for all: each attempt has a worker and a browser of its own.
  test.describe.configure({ retries: 1 });

  test('is slow once', async ({ page }, { retry }) => {
    await page.goto(SHOP);
    await say(page, `attempt ${retry}`);
    expect(retry).toBe(1);
  });
});

test('runs out of time', async ({ page }) => {
  test.setTimeout(1000);
  await page.goto(SHOP);
  await say(page, 'runs out of time');
  await page.getByText('Sold out').click();
});

test('the test refuses requests', async ({ page }) => {
  const shop = `<h1>Shop</h1><script>fetch('/api/cart'); fetch('/api/stock').catch(() => {})</script>`;
  await page.route('http://shop.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/stock') return route.abort();
    if (pathname === '/api/cart') return route.fulfill({ status: 500 });
    return route.fulfill({ contentType: 'text/html', body: shop });
  });
  await page.goto('http://shop.test/');
  await expect(page.getByRole('heading')).toHaveText('Thank you');
});

test('needs no page', () => {
  expect(1).toBe(1);
});

test('makes its own pages', async ({ browser }) => {
  const context = await browser.newContext();
  const first = await context.newPage();
  await first.goto(SHOP);
  await say(first, 'own context');
  const [popup] = await Promise.all([
    first.waitForEvent('popup'),
    first.evaluate('void open("about:blank")'),
  ]);
  await say(popup, 'own popup');
  await context.close();
  const second = await browser.newPage();
  await second.goto(SHOP);
  await say(second, 'own page');
  await second.close();
});

test.describe.serial('one page for several tests', () => {
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto(SHOP);
  });

  test.afterAll(() => page.close());

  for (const name of ['first', 'second', 'third']) {
    test(name, async () => {
      await say(page, `shared ${name}`);
    });
  }
});
