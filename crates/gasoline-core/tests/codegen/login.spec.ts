import { test, expect } from '@playwright/test';

test("reproduction: Cannot read properties of undefined (reading 'user')", async ({
  page,
}) => {
  // Collect errors of the page
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource')
    ) {
      consoleErrors.push(message.text());
    }
  });

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
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('http://localhost:3000/dashboard');

  // Error occurred here: Cannot read properties of undefined (reading 'user')

  // Assert: the error does not come back (confidence: high)
  expect(
    await comesBack(
      consoleErrors,
      /Cannot read properties of undefined \(reading 'user'\)/,
    ),
    'the captured error came back',
  ).toBe(false);
});

/** Whether an error has come, or comes within five seconds. */
async function comesBack(errors: string[], wanted: RegExp) {
  const isBack = () => errors.some((message) => wanted.test(message));
  await expect
    .poll(isBack, { timeout: 5_000 })
    .toBe(true)
    .catch(() => {});
  return isBack();
}
