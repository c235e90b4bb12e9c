import {
  test,
  expect,
  type Frame,
  type Page,
  type Request,
} from '@playwright/test';
import { fixtures, type Fixture } from './fixtures';

test('reproduction: Click Cart', async ({ page }) => {
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

  // Open the page
  await page.goto('http://localhost:4000/shop');

  // Assert: the page shows this (confidence: low)
  await expect(
    page.locator('h2:visible').filter({ hasText: 'All products' }).first(),
  ).toBeVisible();
  await expect(page.getByTestId('checkout-hint').first()).toContainText(
    'Free shipping',
  );
  await expect(page.getByTestId('cart-count').first()).toBeVisible();
  await page.screenshot({ path: 'step-1.png' });

  // [2.1s pause]
  // Fill Search
  await page.getByPlaceholder('Search', { exact: true }).fill('shirt');
  await hasFetched(
    page,
    /^\w+:\/\/[^/]+\/api\/search\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );
  await page.waitForURL(
    /^\w+:\/\/[^/]+\/shop\?(?=(?:[^#]*&)?q=shirt(?:[&#]|$))/,
  );
  await page.screenshot({ path: 'step-2.png' });

  // Click Add to cart
  await page
    .getByTestId('product-7')
    .getByRole('button', { name: 'Add to cart' })
    .click();
  await page.screenshot({ path: 'step-3.png' });

  // [3.0s pause]
  // Click Cart
  await page.getByRole('link', { name: 'Cart', exact: true }).click();
  await page.waitForURL(/^\w+:\/\/[^/]+\/shop\/cart\/[^/?#]+(?:[?#]|$)/);

  // Assert: the page shows this (confidence: low)
  await expect(page.getByTestId('total').first()).toBeVisible();
  await expect(page.locator('h1:visible').first()).toBeVisible();
  await page.screenshot({ path: 'step-4.png' });

  // Press Enter
  await page.getByLabel('Voucher').press('Enter');
  await page.screenshot({ path: 'step-5.png' });

  // [5.0s pause]
  // Open the page
  await page.goto('http://localhost:4000/shop?utm=1');
  await page.screenshot({ path: 'step-6.png' });

  // Press Escape
  await page.keyboard.press('Escape');
  await page.screenshot({ path: 'step-7.png' });

  nameFixtures(unused, unmatched);
});

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
