import { test, expect, type Request, type Response } from '@playwright/test';

// Captured 2026-03-04T09:00:00.000Z, 5.6 s
// 17 actions, 2 requests, 0 errors
// Pages: http://localhost:4000/mail, http://localhost:4000/invoice
test('Meta+Right-click Row', async ({ page, context }) => {
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
  await page.goto('http://localhost:4000/mail');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Inbox' }).first(),
  ).toBeVisible();
  await expect(page.locator('[data-cy="unread"]').first()).toBeVisible();
  await expect(page.getByTestId('quota').first()).toBeVisible();

  // 2. Control+Click Invoice
  const page2Promise = context.waitForEvent('page');
  await page
    .getByRole('link', { name: 'Invoice' })
    .click({ modifiers: ['ControlOrMeta'] });
  const page2 = await page2Promise;

  // 3. Middle-click Terms
  const page3Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms' }).click({ button: 'middle' });
  const page3 = await page3Promise;

  // 4. Click Print
  await page2.getByRole('button', { name: 'Print' }).click();

  // 5. Alt+Shift+Click Tue 3
  await page
    .getByRole('row', { name: 'Week 9' })
    .locator('td:nth-of-type(2):nth-last-of-type(1)')
    .click({ modifiers: ['Alt', 'Shift'] });

  // 6. Click Archive
  await page.locator('[data-cy="archive"]').click();

  // 7. Shift+Double-click Row
  await page.getByText('Row').dblclick({ modifiers: ['Shift'] });

  // 8. Meta+Right-click Row
  await page
    .getByText('Row')
    .click({ button: 'right', modifiers: ['ControlOrMeta'] });

  // 9. Press Shift+Tab
  await page.getByLabel('To').press('Shift+Tab');

  // 10. Choose in Country
  await page
    .getByRole('combobox', { name: 'Country' })
    .selectOption('Korea, Republic of');

  // 11. Choose in Days
  await page
    .getByRole('listbox', { name: 'Days' })
    .selectOption(['Mon, early', 'Wed']);

  // 12. Choose in Days
  await page.getByRole('listbox', { name: 'Days' }).selectOption([]);

  // 13. Choose in Labels
  await page
    .getByRole('listbox', { name: 'Labels' })
    .selectOption(['red', 'blue']);

  // 14. Fill Message
  await page
    .getByLabel('Message')
    .fill('Dear all, this is only the beginning of');

  // 15. Press Control+Enter
  const messagesResponse = page.waitForResponse(
    answerTo('POST', '/api/messages'),
  );
  const inboxResponse = page.waitForResponse(answerTo('GET', '/api/inbox'));
  await page.getByLabel('Message').press('ControlOrMeta+Enter');

  // Assert: POST /api/messages answers 201 (confidence: high)
  const messagesAnswer = await messagesResponse;
  expect(messagesAnswer.status()).toBe(201);
  // Assert: response shape (confidence: medium)
  expect(await messagesAnswer.json()).toEqual(
    expect.objectContaining({
      id: expect.any(Number),
      state: expect.any(String),
    }),
  );

  // Assert: GET /api/inbox answers 200 (confidence: high)
  const inboxAnswer = await inboxResponse;
  expect(inboxAnswer.status()).toBe(200);

  // 16. Press Meta+Escape
  await page.keyboard.press('ControlOrMeta+Escape');

  // Assert: no errors during the flow (confidence: high)
  expect(consoleErrors).toHaveLength(0);
});

/** Finds the answer to a request by method and path, the last of `count`. */
function answerTo(method: string, path: string, count = 1) {
  let seen = 0;
  return (response: Response) => {
    if (isRedirect(response)) return false;
    const request = asked(response.request());
    const isWanted =
      request.method() === method && isAt(path, new URL(request.url()));
    return isWanted && ++seen === count;
  };
}

/** Whether the browser goes on to another address by itself. */
function isRedirect(response: Response) {
  const status = response.status();
  return status > 300 && status < 400 && 'location' in response.headers();
}

/** The request that the page made, whatever it was redirected to. */
function asked(request: Request): Request {
  const before = request.redirectedFrom();
  return before === null ? request : asked(before);
}

/** Whether an address has this path, in which `*` is any one segment. */
function isAt(path: string, url: URL) {
  const wanted = path.split('/');
  const actual = url.pathname.split('/');
  return (
    actual.length === wanted.length &&
    wanted.every((part, index) => part === '*' || part === actual[index])
  );
}
