import { test, expect } from '@playwright/test';

test("reproduction: Cannot read properties of undefined (reading 'user')", async ({
  page,
}) => {
  // Open the page
  await page.goto('http://localhost:3000/login');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Welcome back' }).first(),
  ).toBeVisible();

  // [2.5s pause]
  // Fill Email address
  await page.getByTestId('email-input').fill('ann@example.com');

  // Fill Password
  await page
    .getByLabel('Password', { exact: true })
    .fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');

  // Click Log in
  const failure = page
    .waitForEvent('pageerror', { timeout: 5_000 })
    .catch(() => {});
  await page.getByRole('button', { name: 'Log in' }).click();
  await failure;
  await page.waitForURL('http://localhost:3000/dashboard');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Dashboard' }).first(),
  ).toBeVisible();
  await expect(
    page.locator('h2:visible').filter({ hasText: 'orders waiting' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('logout').first()).toContainText('Log out');

  // Error occurred here: Cannot read properties of undefined (reading 'user')
});
