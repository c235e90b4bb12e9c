/** The test is at fault: the shop works, and the test names, orders or times something wrongly. */

import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

async function order(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Place order' }).click();
}

test('button-renamed', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Add Tea to cart' }).click();
});

test('button-renamed-longer', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Place your order' }).click();
});

test('test-id-renamed', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByTestId('basketCount')).toHaveText('Basket (0)');
});

test('label-renamed', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Your e-mail address').fill('ada@example.com');
});

test('heading-changed', async ({ page }) => {
  await page.goto('/');
  await order(page);
  await expect(page.getByRole('heading')).toHaveText('Thank you');
});

test('text-changed-entirely', async ({ page }) => {
  await page.goto('/');
  await order(page);
  await expect(page.getByText('We have received it')).toBeVisible();
});

test('role-changed', async ({ page }) => {
  await page.goto('/');
  await order(page);
  await page.getByRole('button', { name: 'Receipt' }).click();
});

test('id-renamed', async ({ page }) => {
  await page.goto('/');
  await page.locator('#place-order').click();
});

test('option-renamed', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Delivery').selectOption({ label: 'Express delivery' });
});

test('address-has-more', async ({ page }) => {
  await page.goto('/');
  await order(page);
  await expect(page).toHaveURL('/thanks');
});

test('waits-too-short', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible({ timeout: 200 });
});

test('looks-only-once', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Show details' }).click();
  const [text = ''] = await page.locator('#more p').allTextContents();
  expect(text).toBe('Tea and coffee from small farms.');
});

test('sends-before-filling', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.getByLabel('Name').fill('Ada');
});

test('forgets-the-terms', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/thanks/);
});

test('acts-before-opening', async ({ page }) => {
  await page.getByRole('button', { name: 'Show details' }).click();
  await page.goto('/');
});

test('waits-for-the-answer-too-late', async ({ page }) => {
  await page.goto('/');
  await order(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.waitForResponse('**/api/orders**', { timeout: 300 });
});

test('matches-several', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'to basket' }).click();
});

test('reads-before-defining', async ({ page }) => {
  await page.goto('/');
  const open = (): Promise<void> => page.getByText(title).click();
  await open();
  const title = 'Show details';
});

test('data-of-its-own-is-missing', async ({ page }) => {
  const user: { readonly address: { readonly city: string } } = JSON.parse('{}');
  await page.goto(`/?city=${user.address.city}`);
});

test('waits-by-itself', async ({ page }) => {
  test.setTimeout(1_000);
  await page.goto('/');
  await page.waitForTimeout(5_000);
});
