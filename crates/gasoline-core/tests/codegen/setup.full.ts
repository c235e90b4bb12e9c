import {
  test,
  expect,
  type APIRequestContext,
  type APIResponse,
  type Request,
  type Response,
} from '@playwright/test';
import { fixtures, type Fixture } from './fixtures';

// Captured 2026-05-06T08:00:20.000Z, 2.0 s
// 2 actions, 4 requests, 0 errors
// Pages: http://localhost:4000/projects/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab

// The page is logged in as the setup is
test.beforeEach(async ({ page }) => {
  await logIn(page.request);
});

// What the session had changed before this flow; personal data is replaced
test.beforeAll(async ({ request }) => {
  const loginAnswer = await logIn(request);
  // The header was redacted; that it is a bearer token is a guess
  const authorization = `Bearer ${loginAnswer.accessToken}`;

  // POST /api/projects answered 201
  const projectsAnswer = await answerOf(
    await request.post('http://localhost:5000/api/projects', {
      headers: { Authorization: authorization },
      data: {
        name: 'Alpha',
        owner: 'test1@example.com',
        phone: '+12025550100',
        note: "it's `${x}`",
      },
    }),
  );

  // PUT /api/projects/{id}/status answered 200
  const statusUrl = `http://localhost:5000/api/projects/${projectsAnswer.project.id}/status`;
  await answerOf(
    await request.put(statusUrl, {
      headers: { Authorization: authorization },
      data: {
        status: 'open',
        projectId: projectsAnswer.project.id,
      },
    }),
  );

  // POST /graphql#AddTag answered 200
  await answerOf(
    await request.post('http://localhost:5000/graphql', {
      headers: { Authorization: authorization },
      data: {
        operationName: 'AddTag',
        query:
          'mutation AddTag($id: ID!) {\n  addTag(id: $id, tag: "new") { id }\n}',
        variables: {
          id: projectsAnswer.project.id,
        },
      },
    }),
  );

  // POST /api/form answered 302
  await answerOf(
    await request.post('http://localhost:5000/api/form', {
      form: {
        title: 'A b&c',
        mail: 'test2@example.com',
      },
    }),
  );

  // GET /api/rows had 40 items; the flow uses the last of these
  const sample = {
    name: 'Row A0',
    price: 0,
  };
  for (let number = 1; number <= 12; number += 1) {
    const item = { ...sample, name: `${sample.name} ${number}` };
    await answerOf(
      await request.post('http://localhost:5000/api/rows', {
        headers: { Authorization: authorization },
        data: item,
      }),
    );
  }
  const items = [
    {
      name: 'Row M12',
      price: 12,
    },
  ];
  for (const item of items) {
    await answerOf(
      await request.post('http://localhost:5000/api/rows', {
        headers: { Authorization: authorization },
        data: item,
      }),
    );
  }
});

test('Click Open Row M12', async ({ page }) => {
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
  const rowsResponse = page.waitForResponse(answerTo('GET', '/api/rows'));
  const teamsResponse = page.waitForResponse(answerTo('GET', '/api/teams'));
  await page.goto(
    'http://localhost:5000/projects/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab',
  );

  // Assert: GET /api/rows answers 200 (confidence: high)
  const rowsAnswer = await rowsResponse;
  expect(rowsAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await rowsAnswer.json()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: expect.any(Number),
        name: expect.any(String),
        price: expect.any(Number),
        createdAt: expect.any(String),
      }),
    ]),
  );

  // Assert: GET /api/teams answers 200 (confidence: high)
  const teamsAnswer = await teamsResponse;
  expect(teamsAnswer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await teamsAnswer.json()).toEqual(
    expect.objectContaining({
      total: expect.any(Number),
      teams: expect.arrayContaining([
        expect.objectContaining({
          id: expect.any(Number),
          label: expect.any(String),
        }),
      ]),
    }),
  );

  // Assert: the page shows this (confidence: low)
  await expect(page.locator('h1:visible').first()).toBeVisible();

  // 2. Click Open Row M12
  const rows2Response = page.waitForResponse(answerTo('POST', '/api/rows'));
  const rows3Response = page.waitForResponse(answerTo('GET', '/api/rows/*'));
  await page.getByRole('button', { name: 'Open Row M12' }).click();

  // Assert: POST /api/rows answers 201 (confidence: high)
  const rows2Answer = await rows2Response;
  expect(rows2Answer.status()).toBe(201);
  // Assert: response shape (confidence: medium)
  expect(await rows2Answer.json()).toEqual(
    expect.objectContaining({
      id: expect.any(Number),
    }),
  );

  // Assert: GET /api/rows/* answers 200 (confidence: high)
  const rows3Answer = await rows3Response;
  expect(rows3Answer.status()).toBe(200);
  // Assert: response shape (confidence: medium)
  expect(await rows3Answer.json()).toEqual(
    expect.objectContaining({
      id: expect.any(Number),
    }),
  );

  // Assert: no errors during the flow (confidence: high)
  expect(consoleErrors).toHaveLength(0);
});

test('Click Open Row M12 (captured answers)', async ({ page }) => {
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
  await page.goto(
    'http://localhost:5000/projects/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab',
  );

  // Assert: the page shows this (confidence: low)
  await expect(page.locator('h1:visible').first()).toBeVisible();

  // 2. Click Open Row M12
  await page.getByRole('button', { name: 'Open Row M12' }).click();

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

/** What a call was answered with; a refusal ends the test here. */
async function answerOf(response: APIResponse) {
  const outcome = `${response.url()} answered ${response.status()}`;
  expect(response.ok(), outcome).toBe(true);
  return response.json().catch(() => undefined);
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

/** Logs in as the session did. */
async function logIn(request: APIRequestContext) {
  const response = await request.post('http://localhost:5000/api/login', {
    data: {
      email: process.env.GASOLINE_USER ?? 'test1@example.com',
      password: process.env.GASOLINE_PASSWORD ?? '[user-provided]',
    },
  });
  return answerOf(response);
}
