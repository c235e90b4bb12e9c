import { test } from '@playwright/test';

test('reproduction: Click div', async ({ page, context }) => {
  // Open the page
  await page.goto('http://localhost:4000/app');

  // Double-click 12
  await page
    .getByRole('row', { name: 'Ann', exact: true })
    .getByRole('cell', { name: '12' })
    .nth(1)
    .dblclick();

  // Right-click Ann Example
  await page
    .getByText('Ann Example', { exact: true })
    .click({ button: 'right' });

  // Check I agree
  await page.getByLabel('I agree').check();

  // Uncheck input#news
  await page.locator('#news').uncheck();

  // Choose in Size
  await page.getByLabel('Size').selectOption('m');

  // Choose in Colours
  await page.getByLabel('Colours').selectOption(['red', 'blue']);

  // Click Choose file
  page.once('filechooser', () => {});
  await page.getByRole('button', { name: 'Choose file' }).click();

  // [4.0s pause]
  // Choose files for Attachment
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

  // Fill Notes
  await page
    .getByRole('textbox', { name: 'Notes' })
    .fill('First line\nsecond line, longer than the line of code can take it');

  // Drag Write report
  await page
    .getByText('Write report')
    .dragTo(page.locator('[data-cy="done-column"]'));

  // User scrolled to y=320

  // Click Pay
  await page
    .getByTitle('Payment')
    .contentFrame()
    .frameLocator('iframe[name="inner"]')
    .getByRole('button', { name: 'Pay' })
    .click();

  // Click button.deep
  await page.locator('my-card button').click();

  // Click Delete everything that is in this very long list of things
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

  // Click Help
  const page2Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Help' }).click();
  const page2 = await page2Promise;

  // Click button.topic
  await page2.getByTestId('topic').click();

  // Open the page
  const page3 = await context.newPage();
  await page3.goto('http://localhost:4000/admin');

  // Reload the page
  await page.reload();

  // Click Orders
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.waitForURL('http://localhost:4000/orders/');

  // [3.1s pause]
  // Go back
  await page.goBack();
  await page.waitForURL('http://localhost:4000/app');

  // Press Tab
  await page.locator('[id="react:r1:"]').press('Tab');

  // Fill Card number
  await page
    .getByLabel('Card number')
    .fill(process.env.GASOLINE_CARD_NUMBER ?? '[user-provided]');

  // Submit f
  await page
    .locator('#f')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());

  // [3.0s pause]
  // Submit g
  await page
    .locator('#g')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());

  // Click div
  await page.locator('div').click();

  // User did a click on an unknown element
});
