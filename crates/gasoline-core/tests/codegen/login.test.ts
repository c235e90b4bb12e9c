import { test, expect, type Request, type Response } from '@playwright/test';

// Captured 2026-01-02T10:00:00.000Z, 6.3 s
// 7 actions, 2 requests, 1 error
// Pages: http://localhost:3000/login, http://localhost:3000/dashboard
test('Click Log in', async ({ page }) => {
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

  // 1. Open the page
  await page.goto('http://localhost:3000/login');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Welcome back' }).first(),
  ).toBeVisible();

  // [2.5s pause]
  // 2. Fill Email address
  await page.getByTestId('email-input').fill('ann@example.com');

  // 3. Fill Password
  await page
    .getByLabel('Password', { exact: true })
    .fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');

  // 4. Click Log in
  const loginResponse = page.waitForResponse(answerTo('POST', '/api/login'));
  const dashboardResponse = page.waitForResponse(
    answerTo('GET', '/api/dashboard'),
  );
  await page.getByRole('button', { name: 'Log in' }).click();

  // Assert: POST /api/login answers 200 (confidence: high)
  const loginAnswer = await loginResponse;
  expect(loginAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await loginAnswer.json()).toEqual(
    expect.objectContaining({
      user: expect.objectContaining({
        id: expect.any(Number),
        name: expect.any(String),
        roles: expect.arrayContaining([expect.any(String)]),
      }),
      theme: expect.any(String),
    }),
  );

  // Assert: GET /api/dashboard answers 200 (confidence: high)
  const dashboardAnswer = await dashboardResponse;
  expect(dashboardAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await dashboardAnswer.json()).toEqual(
    expect.objectContaining({
      widgets: expect.arrayContaining([
        expect.objectContaining({
          id: expect.any(Number),
          title: expect.any(String),
        }),
      ]),
    }),
  );

  // Assert: navigated to /dashboard (confidence: high)
  await expect(page).toHaveURL('http://localhost:3000/dashboard');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Dashboard' }).first(),
  ).toBeVisible();
  await expect(
    page.locator('h2:visible').filter({ hasText: 'orders waiting' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('logout').first()).toContainText('Log out');

  // Error occurred here: Cannot read properties of undefined (reading 'user')

  // Known errors during captured session:
  // - "Cannot read properties of undefined (reading 'user')"
  // expect(consoleErrors).toHaveLength(0); // DISABLED: errors present in captured session
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
