import { test, expect, type Request, type Response } from '@playwright/test';
import { fixtures, type Fixture } from './fixtures';

// Captured 2026-01-02T10:00:00.000Z, 6.3 s
// 7 actions, 2 requests, 1 error
// Pages: http://localhost:3000/login, http://localhost:3000/dashboard
test('guarded "flow"', async ({ page }) => {
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
  await page.goto('https://staging.example.com/login');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Welcome back' }).first(),
  ).toBeVisible();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('1-page-load.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

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
  await expect(page).toHaveURL('https://staging.example.com/dashboard');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Dashboard' }).first(),
  ).toBeVisible();
  await expect(
    page.locator('h2:visible').filter({ hasText: 'orders waiting' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('logout').first()).toContainText('Log out');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('4-navigation.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Error occurred here: Cannot read properties of undefined (reading 'user')

  // Known errors during captured session:
  // - "Cannot read properties of undefined (reading 'user')"
  // expect(consoleErrors).toHaveLength(0); // DISABLED: errors present in captured session
});

test('guarded "flow" (captured answers)', async ({ page }) => {
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

  // Answer from the captured session, each request in its turn
  const unused = new Set(Object.keys(fixtures));
  const unmatched = new Set<string>();
  await page.context().route('**/*', async (route) => {
    const request = route.request();
    const isData = ['fetch', 'xhr'].includes(request.resourceType());
    const { pathname } = new URL(request.url());
    if (isData) unmatched.add(`${request.method()} ${pathname}`);
    await route.fallback();
  });
  for (const [endpoint, last] of Object.entries(fixtures)) {
    const [method, address, operation] = endpoint.split(' ');
    const answers = [...(last.earlier ?? []), last];
    let turn = 0;
    await page.context().route(
      (url) => address === `${url.pathname}${queryOf(url, last)}`,
      async (route) => {
        const request = route.request();
        const isAsked =
          request.method() === method &&
          (operation === undefined || operation === operationOf(request));
        // Documents are the application itself
        if (!isAsked || request.isNavigationRequest()) return route.fallback();
        unused.delete(endpoint);
        const { status, contentType, body } = answers[turn] ?? last;
        turn += 1;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        await route.fulfill({ status, contentType, body: text });
      },
    );
  }

  // 1. Open the page
  await page.goto('https://staging.example.com/login');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Welcome back' }).first(),
  ).toBeVisible();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('1-page-load-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [2.5s pause]
  // 2. Fill Email address
  await page.getByTestId('email-input').fill('ann@example.com');

  // 3. Fill Password
  await page
    .getByLabel('Password', { exact: true })
    .fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');

  // 4. Click Log in
  await page.getByRole('button', { name: 'Log in' }).click();

  // Assert: navigated to /dashboard (confidence: high)
  await expect(page).toHaveURL('https://staging.example.com/dashboard');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h1:visible').filter({ hasText: 'Dashboard' }).first(),
  ).toBeVisible();
  await expect(
    page.locator('h2:visible').filter({ hasText: 'orders waiting' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('logout').first()).toContainText('Log out');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('4-navigation-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Error occurred here: Cannot read properties of undefined (reading 'user')

  // Known errors during captured session:
  // - "Cannot read properties of undefined (reading 'user')"
  // expect(consoleErrors).toHaveLength(0); // DISABLED: errors present in captured session

  nameFixtures(unused, unmatched);
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

/** The query of an address without the secrets that an answer does not depend on. */
function queryOf({ search }: URL, { secrets = [] }: Fixture) {
  const parameters = search.slice(1).split('&');
  const isKept = (part: string) => !secrets.includes(part.replace(/=.*/, ''));
  const query = parameters.filter(isKept).join('&');
  return query === '' ? '' : `?${query}`;
}

/** The operation that a request names in its body. */
function operationOf(request: Request) {
  const names = [
    /"operationName":\s*"(\w+)"/,
    /(?:query|mutation|subscription)\s+(\w+)/,
    /"method":\s*"([\w.]+)"/,
  ];
  const body = request.postData() ?? '';
  const found = names.map((name) => name.exec(body)?.[1]);
  return found.find((name) => name !== undefined);
}

/** Names what was never asked for, and what nothing answered. */
function nameFixtures(unused: Set<string>, unmatched: Set<string>) {
  const name = (type: string, endpoints: Set<string>) => {
    const description = [...endpoints].join(', ');
    if (endpoints.size > 0) test.info().annotations.push({ type, description });
  };
  name('unused fixtures', unused);
  name('requests without a fixture', unmatched);
}
