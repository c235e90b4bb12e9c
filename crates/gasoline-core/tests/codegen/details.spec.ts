import { test, expect } from '@playwright/test';

test('reproduction: no such person', async ({ page, context }) => {
  // Collect errors of every tab
  const consoleErrors: string[] = [];
  context.on('weberror', (event) => consoleErrors.push(event.error().message));
  context.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource')
    ) {
      consoleErrors.push(message.text());
    }
  });

  // Open the page
  await page.goto('http://localhost:4000/#/reset');

  // Fill Current password
  await page
    .getByLabel('Current password')
    .fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');

  // Fill New password
  await page
    .getByLabel('New password')
    .fill(process.env.GASOLINE_NEW_PASSWORD ?? '[user-provided]');

  // Fill Repeat it
  await page
    .getByLabel('Repeat it')
    .fill(process.env.GASOLINE_REPEAT_IT ?? '[user-provided]');

  // [2.7s pause]
  // Open the page
  await page.goto(
    'http://localhost:4000/join/[redacted:jwt:string:92:3eb9e07c45da5754:eyJhbG...R8U:no-expiry]',
  );

  // [3.0s pause]
  // Open the page
  await page.goto('http://localhost:4000/team');

  // Click Remove
  await page
    .getByRole('row', { name: 'Ann 12', exact: true })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();

  // Error occurred here: no such person

  // Click Mute Bo
  await page
    .locator('li')
    .filter({ hasText: 'Bo "B"' })
    .getByRole('button', { name: 'Mute' })
    .click();

  // Click a.more
  await page.getByText('a+b (c)', { exact: true }).locator('a.more').click();

  // Click li.third
  await page.locator('li').filter({ hasText: 'Cy' }).nth(2).click();

  // Check Notify me
  await page.getByText('Notify me').check();

  // Fill input.volume
  await page.getByTestId('volume').fill('7');

  // Fill Colour
  await page.getByLabel('Colour').fill('#ff0000');

  // User dragged Card to an unknown place

  // Click Add a file
  await page.getByRole('button', { name: 'Add a file' }).click();

  // Click Choose
  page.once('filechooser', () => {});
  await page.getByRole('button', { name: 'Choose' }).click();

  // Choose files for input#file
  await page.locator('#file').setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('placeholder'),
  });

  // Click Help
  const page2Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Help' }).click();
  const page2 = await page2Promise;

  // Click Terms
  const page3Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page3 = await page3Promise;

  // Click Accept
  await page3.getByRole('button', { name: 'Accept' }).click();

  // Click Close
  await page2.getByRole('button', { name: 'Close' }).click();

  // Click About "us"
  await page.getByText('About "us"', { exact: true }).click();
  await page.waitForURL('http://localhost:4000/about');

  // [3.2s pause]
  // Go back
  await page.goBack();
  await page.waitForURL('http://localhost:4000/team');

  // [3.0s pause]
  // Reload the page
  await page.reload();

  // Assert: the error does not come back (confidence: high)
  expect(
    await comesBack(consoleErrors, /no such person/),
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
