/** The app is at fault: each test would pass without the fault in its address. */

import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

async function order(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Place order' }).click();
}

test('throws-on-add', async ({ page }) => {
  await page.goto('/?fault=throws-on-add');
  await page.getByRole('button', { name: 'Add Tea' }).click();
  await expect(page.getByTestId('basket-count')).toHaveText('Basket (1)');
});

test('rejects-on-load', async ({ page }) => {
  await page.goto('/?fault=rejects-on-load');
  await expect(page.getByText('2 products')).toBeVisible();
});

test('answers-500', async ({ page }) => {
  await page.goto('/?fault=answers-500');
  await order(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('answers-nothing', async ({ page }) => {
  await page.goto('/?fault=answers-nothing');
  await order(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('swallows-bad-answer', async ({ page }) => {
  await page.goto('/?fault=swallows-bad-answer');
  await expect(page.getByText('2 products')).toBeVisible();
});

test('script-missing', async ({ page }) => {
  await page.goto('/?fault=script-missing');
  await page.getByRole('button', { name: 'Add Tea' }).click();
});

test('module-missing', async ({ page }) => {
  await page.goto('/?fault=module-missing');
  await expect(page.getByText('Reviews')).toBeVisible();
});

test('blocked-by-policy', async ({ page }) => {
  await page.goto('/?fault=blocked-by-policy');
  await expect(page.getByText('Reviews: 12')).toBeVisible();
});

test('wrong-address', async ({ page }) => {
  await page.goto('/?fault=wrong-address');
  await order(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('logs-what-it-caught', async ({ page }) => {
  await page.goto('/?fault=logs-what-it-caught');
  await page.getByRole('button', { name: 'Add Tea' }).click();
  await expect(page.getByTestId('basket-count')).toHaveText('Basket (1)');
});

test('says-it-failed', async ({ page }) => {
  await page.goto('/?fault=says-it-failed');
  await page.getByRole('button', { name: 'Add Tea' }).click();
  await expect(page.getByTestId('basket-count')).toHaveText('Basket (1)');
});

test('price-missing', async ({ page }) => {
  await page.goto('/?fault=price-missing');
  await page.getByRole('button', { name: 'Add Coffee' }).click();
  await expect(page.locator('#total')).toHaveText('Total: 2.00 EUR');
});

test('leads-nowhere', async ({ page }) => {
  await page.goto('/?fault=leads-nowhere');
  await order(page);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('socket-breaks', async ({ page }) => {
  await page.goto('/?fault=socket-breaks');
  await expect(page.locator('#stock')).toHaveText('In stock');
});

test('stays-disabled', async ({ page }) => {
  await page.goto('/?fault=stays-disabled');
  await order(page);
});

test('covers-everything', async ({ page }) => {
  await page.goto('/?fault=covers-everything');
  await page.getByRole('button', { name: 'Show details' }).click();
});

test('never-answers', async ({ page }) => {
  await page.goto('/?fault=never-answers');
  await expect(page.getByText('2 products')).toBeVisible({ timeout: 5_000 });
});

// Nothing but the result tells of these three.

test('wrong-total', async ({ page }) => {
  await page.goto('/?fault=wrong-total');
  await page.getByRole('button', { name: 'Add Tea' }).click();
  await page.getByRole('button', { name: 'Add Coffee' }).click();
  await expect(page.locator('#total')).toHaveText('Total: 3.00 EUR');
});

test('nothing-happens', async ({ page }) => {
  await page.goto('/?fault=nothing-happens');
  await page.getByRole('button', { name: 'Add Tea' }).click();
  await expect(page.getByTestId('basket-count')).toHaveText('Basket (1)');
});

test('says-not-accepted', async ({ page }) => {
  await page.goto('/?fault=says-not-accepted');
  await order(page);
  await expect(page.locator('#accepted')).toHaveText('Order accepted');
});
