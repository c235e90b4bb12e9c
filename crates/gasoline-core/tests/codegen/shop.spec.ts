import { test, expect, type Frame, type Page } from '@playwright/test';

test('reproduction: Click Cart', async ({ page }) => {
  // Open the page
  await page.goto('http://localhost:4000/shop');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h2:visible').filter({ hasText: 'All products' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('checkout-hint').first()).toContainText(
    'Free shipping',
  );
  await expect(page.getByTestId('cart-count').first()).toBeVisible();

  // [2.1s pause]
  // Fill Search
  await page.getByPlaceholder('Search', { exact: true }).fill('shirt');
  await hasFetched(
    page,
    /^\w+:\/\/[^/]+\/api\/search\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );
  await page.waitForURL(
    /^\w+:\/\/[^/]+\/shop\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );

  // Click Add to cart
  await page
    .getByTestId('product-7')
    .getByRole('button', { name: 'Add to cart' })
    .click();

  // [3.0s pause]
  // Click Cart
  await page.getByRole('link', { name: 'Cart', exact: true }).click();
  await page.waitForURL(/^\w+:\/\/[^/]+\/shop\/cart\/[^/?#]+(?:[?#]|$)/);

  // Assert: the page shows this (confidence: low)
  await expect(page.getByTestId('total').first()).toBeVisible();
  await expect(page.locator('h1:visible').first()).toBeVisible();

  // Press Enter
  await page.getByLabel('Voucher').press('Enter');

  // [5.0s pause]
  // Open the page
  await page.goto('http://localhost:4000/shop?utm=1');

  // Press Escape
  await page.keyboard.press('Escape');
});

/** Waits until the page has what it asked for, and goes on to show it. */
async function hasFetched(page: Page, address: RegExp) {
  const isFetched = (frame: Frame) =>
    frame.evaluate((wanted) => {
      const fetched = performance.getEntriesByType('resource');
      const isFull = fetched.length >= 250;
      return isFull || fetched.some(({ name }) => wanted.test(name));
    }, address);
  await expect
    .poll(
      async () => {
        const answers = page.frames().map(isFetched);
        const outcomes = await Promise.allSettled(answers);
        return outcomes.some((it) => it.status === 'fulfilled' && it.value);
      },
      { message: `${address} to be fetched`, timeout: 30_000 },
    )
    .toBe(true);
}
