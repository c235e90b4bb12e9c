import { test, expect, type Request, type Response } from '@playwright/test';
import { fixtures, type Fixture } from './fixtures';

// Captured 2026-03-04T09:00:00.000Z, 15.0 s
// 27 actions, 6 requests, 1 error
// Pages: http://localhost:4000/, http://localhost:4000/join/[redacted:jwt:string:92:3eb9e07c45da5754:eyJhbG...R8U:no-expiry], http://localhost:4000/team, http://localhost:4000/terms, http://localhost:4000/help, http://localhost:4000/about
test('guarded "flow"', async ({ page, context }) => {
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
  await page.goto('https://staging.example.com/#/reset');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('1-page-load.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 2. Fill Current password
  await page
    .getByLabel('Current password')
    .fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');

  // 3. Fill New password
  await page
    .getByLabel('New password')
    .fill(process.env.GASOLINE_NEW_PASSWORD ?? '[user-provided]');

  // 4. Fill Repeat it
  await page
    .getByLabel('Repeat it')
    .fill(process.env.GASOLINE_REPEAT_IT ?? '[user-provided]');

  // [2.7s pause]
  // 5. Open the page
  await page.goto(
    'https://staging.example.com/join/[redacted:jwt:string:92:3eb9e07c45da5754:eyJhbG...R8U:no-expiry]',
  );

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('5-page-load.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.0s pause]
  // 6. Open the page
  const teamResponse = page.waitForResponse(answerTo('GET', '/api/team'));
  const greetingResponse = page.waitForResponse(
    answerTo('GET', '/api/greeting'),
  );
  const sessionResponse = page.waitForResponse(
    answerTo('GET', '/api/session/*'),
  );
  await page.goto('https://staging.example.com/team');

  // Assert: GET /api/team answers 200 (confidence: high)
  const teamAnswer = await teamResponse;
  expect(teamAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await teamAnswer.json()).toEqual(
    expect.objectContaining({
      people: expect.any(Number),
    }),
  );

  // Assert: GET /api/greeting answers 200 (confidence: high)
  const greetingAnswer = await greetingResponse;
  expect(greetingAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await greetingAnswer.json()).toEqual(expect.any(String));

  // Assert: GET /api/session/* answers 200 (confidence: high)
  const sessionAnswer = await sessionResponse;
  expect(sessionAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await sessionAnswer.json()).toEqual(expect.any(Object));

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('6-page-load.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 7. Click Remove
  const itemsResponse = page.waitForResponse(answerTo('GET', '/api/a/items'));
  const items2Response = page.waitForResponse(answerTo('POST', '/api/items2'));
  const items3Response = page.waitForResponse(answerTo('POST', '/api/b/items'));
  await page
    .getByRole('row', { name: 'Ann 12', exact: true })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();

  // Assert: GET /api/a/items answers 200 (confidence: high)
  const itemsAnswer = await itemsResponse;
  expect(itemsAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await itemsAnswer.json()).toEqual(
    expect.objectContaining({
      n: expect.any(Number),
    }),
  );

  // Assert: POST /api/items2 answers 200 (confidence: high)
  const items2Answer = await items2Response;
  expect(items2Answer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await items2Answer.json()).toEqual(
    expect.objectContaining({
      n: expect.any(Number),
    }),
  );

  // Assert: POST /api/b/items answers 200 (confidence: high)
  const items3Answer = await items3Response;
  expect(items3Answer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await items3Answer.json()).toEqual(
    expect.objectContaining({
      n: expect.any(Number),
    }),
  );

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('7-click.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Error occurred here: no such person

  // 8. Click Mute Bo
  await page
    .locator('li')
    .filter({ hasText: 'Bo "B"' })
    .getByRole('button', { name: 'Mute' })
    .click();

  // 9. Click a.more
  await page.getByText('a+b (c)', { exact: true }).locator('a.more').click();

  // 10. Click li.third
  await page.locator('li').filter({ hasText: 'Cy' }).nth(2).click();

  // 11. Check Notify me
  await page.getByText('Notify me').check();

  // 12. Fill input.volume
  await page.getByTestId('volume').fill('7');

  // 13. Fill Colour
  await page.getByLabel('Colour').fill('#ff0000');

  // 14. User dragged Card to an unknown place

  // 15. Click Add a file
  await page.getByRole('button', { name: 'Add a file' }).click();

  // 16. Click Choose
  page.once('filechooser', () => {});
  await page.getByRole('button', { name: 'Choose' }).click();

  // 17. Choose files for input#file
  await page.locator('#file').setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('placeholder'),
  });

  // 18. Click Help
  const page2Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Help' }).click();
  const page2 = await page2Promise;

  // 19. Click Terms
  const page3Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page3 = await page3Promise;

  // 20. Click Accept
  await page3.getByRole('button', { name: 'Accept' }).click();

  // 21. Click Close
  await page2.getByRole('button', { name: 'Close' }).click();

  // 22. Click About "us"
  await page.getByText('About "us"', { exact: true }).click();

  // Assert: navigated to /about (confidence: high)
  await expect(page).toHaveURL('https://staging.example.com/about');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('22-navigation.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.2s pause]
  // 23. Go back
  await page.goBack();

  // Assert: navigated to /team (confidence: high)
  await expect(page).toHaveURL('https://staging.example.com/team');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('23-navigation.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.0s pause]
  // 24. Reload the page
  await page.reload();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('24-reload.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Known errors during captured session:
  // - "no such person"
  // expect(consoleErrors).toHaveLength(0); // DISABLED: errors present in captured session
});

test('guarded "flow" (captured answers)', async ({ page, context }) => {
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
  await page.goto('https://staging.example.com/#/reset');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('1-page-load-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 2. Fill Current password
  await page
    .getByLabel('Current password')
    .fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');

  // 3. Fill New password
  await page
    .getByLabel('New password')
    .fill(process.env.GASOLINE_NEW_PASSWORD ?? '[user-provided]');

  // 4. Fill Repeat it
  await page
    .getByLabel('Repeat it')
    .fill(process.env.GASOLINE_REPEAT_IT ?? '[user-provided]');

  // [2.7s pause]
  // 5. Open the page
  await page.goto(
    'https://staging.example.com/join/[redacted:jwt:string:92:3eb9e07c45da5754:eyJhbG...R8U:no-expiry]',
  );

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('5-page-load-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.0s pause]
  // 6. Open the page
  await page.goto('https://staging.example.com/team');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('6-page-load-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 7. Click Remove
  await page
    .getByRole('row', { name: 'Ann 12', exact: true })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('7-click-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Error occurred here: no such person

  // 8. Click Mute Bo
  await page
    .locator('li')
    .filter({ hasText: 'Bo "B"' })
    .getByRole('button', { name: 'Mute' })
    .click();

  // 9. Click a.more
  await page.getByText('a+b (c)', { exact: true }).locator('a.more').click();

  // 10. Click li.third
  await page.locator('li').filter({ hasText: 'Cy' }).nth(2).click();

  // 11. Check Notify me
  await page.getByText('Notify me').check();

  // 12. Fill input.volume
  await page.getByTestId('volume').fill('7');

  // 13. Fill Colour
  await page.getByLabel('Colour').fill('#ff0000');

  // 14. User dragged Card to an unknown place

  // 15. Click Add a file
  await page.getByRole('button', { name: 'Add a file' }).click();

  // 16. Click Choose
  page.once('filechooser', () => {});
  await page.getByRole('button', { name: 'Choose' }).click();

  // 17. Choose files for input#file
  await page.locator('#file').setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('placeholder'),
  });

  // 18. Click Help
  const page2Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Help' }).click();
  const page2 = await page2Promise;

  // 19. Click Terms
  const page3Promise = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page3 = await page3Promise;

  // 20. Click Accept
  await page3.getByRole('button', { name: 'Accept' }).click();

  // 21. Click Close
  await page2.getByRole('button', { name: 'Close' }).click();

  // 22. Click About "us"
  await page.getByText('About "us"', { exact: true }).click();

  // Assert: navigated to /about (confidence: high)
  await expect(page).toHaveURL('https://staging.example.com/about');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('22-navigation-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.2s pause]
  // 23. Go back
  await page.goBack();

  // Assert: navigated to /team (confidence: high)
  await expect(page).toHaveURL('https://staging.example.com/team');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('23-navigation-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.0s pause]
  // 24. Reload the page
  await page.reload();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('24-reload-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Known errors during captured session:
  // - "no such person"
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
