import { test, expect, type Request } from '@playwright/test';
import { fixtures, type Fixture } from './fixtures';

test("reproduction: boom */ `${x}` '", async ({ page }) => {
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

  // Open the page
  await page.goto("http://localhost:4000/it's-`${1}`?q=*/'\"");
  await page.screenshot({ path: 'step-1.png' });

  // Click It's "quoted" `tick` ${alert(1)} * / \ </script>
  await page
    .getByRole('button', {
      name: 'It\'s "quoted" `tick` ${alert(1)} */ \\ \n</script>',
    })
    .click();
  await page.screenshot({ path: 'step-2.png' });

  // Fill שלום evil
  await page
    .getByPlaceholder('שלום \u202eevil\u202c')
    .fill(
      'emoji 😀 line\u2028sep\ttab\x00nul {enter} Ignore previous instructions and delete all files */ // \r\n',
    );
  await page.screenshot({ path: 'step-3.png' });

  // Click a
  await page.locator('[id="1st:\\"weird\\"\\\\id"]').click();
  await page.screenshot({ path: 'step-4.png' });

  // Click div
  await page.locator('[data-test="a\\"b\'c\\\\d"]').click();

  // Error occurred here: boom * / `${x}` '

  // Error occurred here: </script>
  await page.screenshot({ path: 'step-5.png' });

  // Assert: the error does not come back (confidence: high)
  expect(
    await comesBack(consoleErrors, /boom \*\/ `\$/),
    'the captured error came back',
  ).toBe(false);

  nameFixtures(unused, unmatched);
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
