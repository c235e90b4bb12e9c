import {
  test,
  expect,
  type APIRequestContext,
  type APIResponse,
} from '@playwright/test';

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
    await request.post('http://localhost:4000/api/projects', {
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
  const statusUrl = `http://localhost:4000/api/projects/${projectsAnswer.project.id}/status`;
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
    await request.post('http://localhost:4000/graphql', {
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
    await request.post('http://localhost:4000/api/form', {
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
      await request.post('http://localhost:4000/api/rows', {
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
      await request.post('http://localhost:4000/api/rows', {
        headers: { Authorization: authorization },
        data: item,
      }),
    );
  }
});

test('reproduction: Click Open Row M12', async ({ page }) => {
  // Open the page
  await page.goto(
    'http://localhost:4000/projects/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab',
  );

  // Click Open Row M12
  await page.getByRole('button', { name: 'Open Row M12' }).click();
});

/** What a call was answered with; a refusal ends the test here. */
async function answerOf(response: APIResponse) {
  const outcome = `${response.url()} answered ${response.status()}`;
  expect(response.ok(), outcome).toBe(true);
  return response.json().catch(() => undefined);
}

/** Logs in as the session did. */
async function logIn(request: APIRequestContext) {
  const response = await request.post('http://localhost:4000/api/login', {
    data: {
      email: process.env.GASOLINE_USER ?? 'test1@example.com',
      password: process.env.GASOLINE_PASSWORD ?? '[user-provided]',
    },
  });
  return answerOf(response);
}
