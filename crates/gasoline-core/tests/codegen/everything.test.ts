import { test, expect } from '@playwright/test';

// Captured 2026-03-04T09:00:00.000Z, 21.1 s
// 34 actions, 0 requests, 0 errors
// Pages: http://localhost:4000/app, http://localhost:4000/help, http://localhost:4000/admin, http://localhost:4000/orders/
test('Click div', async ({ page, context }) => {
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

  // 1. Open the page
  await page.goto('http://localhost:4000/app');

  // 2. Double-click 12
  await page
    .getByRole('row', { name: 'Ann', exact: true })
    .getByRole('cell', { name: '12' })
    .nth(1)
    .dblclick();

  // 3. Right-click Ann Example
  await page
    .getByText('Ann Example', { exact: true })
    .click({ button: 'right' });

  // 4. Check I agree
  await page.getByLabel('I agree').check();

  // 5. Uncheck input#news
  await page.locator('#news').uncheck();

  // 6. Choose in Size
  await page.getByLabel('Size').selectOption('m');

  // 7. Choose in Colours
  await page.getByLabel('Colours').selectOption(['red', 'blue']);

  // 8. Click Choose file
  page.once('filechooser', () => {});
  await page.getByRole('button', { name: 'Choose file' }).click();

  // [4.0s pause]
  // 9. Choose files for Attachment
  await page.getByLabel('Attachment').setInputFiles([
    {
      name: 'invoice.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('placeholder'),
    },
    {
      name: 'scan.png',
      mimeType: 'image/png',
      buffer: Buffer.from('placeholder'),
    },
  ]);

  // 10. Fill Notes
  await page
    .getByRole('textbox', { name: 'Notes' })
    .fill('First line\nsecond line, longer than the line of code can take it');

  // 11. Drag Write report
  await page
    .getByText('Write report')
    .dragTo(page.locator('[data-cy="done-column"]'));

  // 12. User scrolled to y=320

  // 13. Click Pay
  await page
    .getByTitle('Payment')
    .contentFrame()
    .frameLocator('iframe[name="inner"]')
    .getByRole('button', { name: 'Pay' })
    .click();

  // 14. Click button.deep
  await page.locator('my-card button').click();

  // 15. Click Delete everything that is in this very long list of things
  // Dialog: Really delete?
  page.once('dialog', async (dialog) => {
    // Dialog: Type a reason
    page.once('dialog', async (dialog) => {
      await dialog.accept('spring cleaning');
    });
    await dialog.accept();
  });
  await page
    .getByRole('button', {
      name: 'Delete everything that is in this very long list of things',
      exact: true,
    })
    .click();

  // 16. Click Help
  const page2Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Help' }).click();
  const page2 = await page2Promise;

  // 17. Click button.topic
  await page2.getByTestId('topic').click();

  // 18. Open the page
  const page3 = await context.newPage();
  await page3.goto('http://localhost:4000/admin');

  // 19. Reload the page
  await page.reload();

  // 20. Click Orders
  await page.getByRole('link', { name: 'Orders' }).click();

  // Assert: navigated to /orders/ (confidence: high)
  await expect(page).toHaveURL('http://localhost:4000/orders/');

  // [3.1s pause]
  // 21. Go back
  await page.goBack();

  // Assert: navigated to /app (confidence: high)
  await expect(page).toHaveURL('http://localhost:4000/app');

  // 22. Press Tab
  await page.locator('[id="react:r1:"]').press('Tab');

  // 23. Fill Card number
  await page
    .getByLabel('Card number')
    .fill(process.env.GASOLINE_CARD_NUMBER ?? '[user-provided]');

  // 24. Submit f
  await page
    .locator('#f')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());

  // [3.0s pause]
  // 25. Submit g
  await page
    .locator('#g')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());

  // 26. Click div
  await page.locator('div').click();

  // 27. User did a click on an unknown element

  // Assert: no errors during the flow (confidence: high)
  expect(consoleErrors).toHaveLength(0);
});
