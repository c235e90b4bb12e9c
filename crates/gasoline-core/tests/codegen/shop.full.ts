import {
  test,
  expect,
  type Frame,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { fixtures, type Fixture } from './fixtures';

// Captured 2026-03-04T09:00:00.000Z, 14.3 s
// 11 actions, 15 requests, 0 errors
// Pages: http://localhost:4000/shop, http://localhost:4000/shop/cart/17
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
  const productsResponse = page.waitForResponse(
    answerTo('GET', '/api/products'),
  );
  await page.goto('https://staging.example.com/shop');

  // Assert: GET /api/products answers 200 (confidence: high)
  const productsAnswer = await productsResponse;
  expect(productsAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await productsAnswer.json()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: expect.any(Number),
        name: expect.any(String),
        price: expect.any(Number),
        tags: expect.any(Array),
      }),
    ]),
  );

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h2:visible').filter({ hasText: 'All products' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('checkout-hint').first()).toContainText(
    'Free shipping',
  );
  await expect(page.getByTestId('cart-count').first()).toBeVisible();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('1-page-load.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [2.1s pause]
  // 2. Fill Search
  const searchResponse = page.waitForResponse(answerTo('GET', '/api/search'));
  await page.getByPlaceholder('Search', { exact: true }).fill('shirt');

  // Assert: GET /api/search answers 200 (confidence: high)
  const searchAnswer = await searchResponse;
  expect(searchAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await searchAnswer.json()).toEqual(expect.any(Array));

  // Assert: navigated to /shop?q=shirt (confidence: high)
  await expect(page).toHaveURL(
    /^\w+:\/\/[^/]+\/shop\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('2-navigation.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 3. Click Add to cart
  const itemsResponse = page.waitForResponse(
    answerTo('POST', '/api/cart/items'),
  );
  const items2Response = page.waitForResponse(
    answerTo('GET', '/api/cart/items/*'),
  );
  const cartResponse = page.waitForResponse(answerTo('PATCH', '/api/cart', 2));
  await page
    .getByTestId('product-7')
    .getByRole('button', { name: 'Add to cart' })
    .click();

  // Assert: POST /api/cart/items answers 201 (confidence: high)
  const itemsAnswer = await itemsResponse;
  expect(itemsAnswer.status()).toBe(201);
  // Assert: response shape (confidence: medium)
  expect(await itemsAnswer.json()).toEqual(
    expect.objectContaining({
      item: expect.objectContaining({
        id: expect.any(String),
        quantity: expect.any(Number),
      }),
      byId: expect.any(Object),
      total: expect.any(Number),
    }),
  );

  // Assert: GET /api/cart/items/* answers 200 (confidence: high)
  const items2Answer = await items2Response;
  expect(items2Answer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await items2Answer.json()).toEqual(
    expect.objectContaining({
      quantity: expect.any(Number),
    }),
  );

  // Assert: PATCH /api/cart answers 200, call 2 (confidence: high)
  const cartAnswer = await cartResponse;
  expect(cartAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await cartAnswer.json()).toEqual(
    expect.objectContaining({
      ok: expect.any(Boolean),
    }),
  );

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('3-click.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.0s pause]
  // 4. Click Cart
  const items3Response = page.waitForResponse(
    answerTo('GET', '/api/cart/items/*'),
  );
  await page.getByRole('link', { name: 'Cart', exact: true }).click();

  // Assert: GET /api/cart/items/* answers 200 (confidence: high)
  const items3Answer = await items3Response;
  expect(items3Answer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await items3Answer.json()).toEqual(
    expect.objectContaining({
      quantity: expect.any(Number),
    }),
  );

  // Assert: navigated to /shop/cart/* (confidence: high)
  await expect(page).toHaveURL(/^\w+:\/\/[^/]+\/shop\/cart\/[^/?#]+(?:[?#]|$)/);

  // Assert: the page shows this (confidence: low)
  await expect(page.getByTestId('total').first()).toBeVisible();
  await expect(page.locator('h1:visible').first()).toBeVisible();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('4-navigation.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 5. Press Enter
  await page.getByLabel('Voucher').press('Enter');

  // [5.0s pause]
  // 6. Open the page
  await page.goto('https://staging.example.com/shop?utm=1');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('6-page-load.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 7. Press Escape
  await page.keyboard.press('Escape');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('7-key.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Assert: no errors during the flow (confidence: high)
  expect(consoleErrors).toHaveLength(0);
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
  await page.goto('https://staging.example.com/shop');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h2:visible').filter({ hasText: 'All products' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('checkout-hint').first()).toContainText(
    'Free shipping',
  );
  await expect(page.getByTestId('cart-count').first()).toBeVisible();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('1-page-load-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [2.1s pause]
  // 2. Fill Search
  await page.getByPlaceholder('Search', { exact: true }).fill('shirt');
  await hasFetched(
    page,
    /^\w+:\/\/[^/]+\/api\/search\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );

  // Assert: navigated to /shop?q=shirt (confidence: high)
  await expect(page).toHaveURL(
    /^\w+:\/\/[^/]+\/shop\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('2-navigation-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 3. Click Add to cart
  await page
    .getByTestId('product-7')
    .getByRole('button', { name: 'Add to cart' })
    .click();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('3-click-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // [3.0s pause]
  // 4. Click Cart
  await page.getByRole('link', { name: 'Cart', exact: true }).click();

  // Assert: navigated to /shop/cart/* (confidence: high)
  await expect(page).toHaveURL(/^\w+:\/\/[^/]+\/shop\/cart\/[^/?#]+(?:[?#]|$)/);

  // Assert: the page shows this (confidence: low)
  await expect(page.getByTestId('total').first()).toBeVisible();
  await expect(page.locator('h1:visible').first()).toBeVisible();

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('4-navigation-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 5. Press Enter
  await page.getByLabel('Voucher').press('Enter');

  // [5.0s pause]
  // 6. Open the page
  await page.goto('https://staging.example.com/shop?utm=1');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('6-page-load-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // 7. Press Escape
  await page.keyboard.press('Escape');

  // Assert: page looks as captured (confidence: low)
  await expect(page).toHaveScreenshot('7-key-captured-answers.png', {
    fullPage: true,
    maxDiffPixels: 100,
    mask: [page.locator('.time'), page.locator('[data-testid="avatar"]')],
  });

  // Assert: no errors during the flow (confidence: high)
  expect(consoleErrors).toHaveLength(0);

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

/** Waits until the page has what it asked for, and goes on to show it. */
async function hasFetched(page: Page, address: RegExp) {
  const isFetched = (frame: Frame) =>
    frame.evaluate((wanted) => {
      const fetched = performance.getEntriesByType('resource');
      const isFull = fetched.length >= 250;
      return isFull || fetched.some(({ name }) => wanted.test(name));
    }, address);
  await expect
    .poll(
      async () => {
        const answers = page.frames().map(isFetched);
        const outcomes = await Promise.allSettled(answers);
        return outcomes.some((it) => it.status === 'fulfilled' && it.value);
      },
      { message: `${address} to be fetched`, timeout: 30_000 },
    )
    .toBe(true);
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
