import { test, expect } from '@playwright/test';

test('reproduction: Meta+Right-click Row', async ({ page, context }) => {
  // Open the page
  await page.goto('http://localhost:4000/mail');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Inbox' }).first(),
  ).toBeVisible();
  await expect(page.locator('[data-cy="unread"]').first()).toBeVisible();
  await expect(page.getByTestId('quota').first()).toBeVisible();

  // Control+Click Invoice
  const page2Promise = context.waitForEvent('page');
  await page
    .getByRole('link', { name: 'Invoice' })
    .click({ modifiers: ['ControlOrMeta'] });
  const page2 = await page2Promise;

  // Middle-click Terms
  const page3Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms' }).click({ button: 'middle' });
  const page3 = await page3Promise;

  // Click Print
  await page2.getByRole('button', { name: 'Print' }).click();

  // Alt+Shift+Click Tue 3
  await page
    .getByRole('row', { name: 'Week 9' })
    .locator('td:nth-of-type(2):nth-last-of-type(1)')
    .click({ modifiers: ['Alt', 'Shift'] });

  // Click Archive
  await page.locator('[data-cy="archive"]').click();

  // Shift+Double-click Row
  await page.getByText('Row').dblclick({ modifiers: ['Shift'] });

  // Meta+Right-click Row
  await page
    .getByText('Row')
    .click({ button: 'right', modifiers: ['ControlOrMeta'] });

  // Press Shift+Tab
  await page.getByLabel('To').press('Shift+Tab');

  // Choose in Country
  await page
    .getByRole('combobox', { name: 'Country' })
    .selectOption('Korea, Republic of');

  // Choose in Days
  await page
    .getByRole('listbox', { name: 'Days' })
    .selectOption(['Mon, early', 'Wed']);

  // Choose in Days
  await page.getByRole('listbox', { name: 'Days' }).selectOption([]);

  // Choose in Labels
  await page
    .getByRole('listbox', { name: 'Labels' })
    .selectOption(['red', 'blue']);

  // Fill Message
  await page
    .getByLabel('Message')
    .fill('Dear all, this is only the beginning of');

  // Press Control+Enter
  await page.getByLabel('Message').press('ControlOrMeta+Enter');

  // Press Meta+Escape
  await page.keyboard.press('ControlOrMeta+Escape');
});
