/** What was captured of an API, put to use: setup calls, Mock Service Worker, and Playwright's own player of HAR files. */

import { expect, test } from '../support/fixtures.ts';
import { inFolder, runIn } from '../support/generated-tests.ts';
import { connectAgent } from '../support/mcp.ts';
import type { Entry } from '../support/mcp.ts';
import { startRowsApp } from '../support/rows-app.ts';
import type { Server } from '../support/server.ts';

const IDENTITY = { session: 's', tab: '1', page: 'p', frame: '0' };

async function post(server: Server, path: string, body: object): Promise<void> {
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(await answer.json()).not.toHaveProperty('rejected');
}

/** One request of the session, so many seconds after its beginning. */
function request(app: string, second: number, line: string, sent: unknown, answer: unknown): object {
  const [method, path] = line.split(' ');
  return {
    ...IDENTITY,
    ts: `2026-05-06T08:00:${String(second).padStart(2, '0')}.500Z`,
    method,
    url: `${app}${String(path)}`,
    pageUrl: `${app}/`,
    status: 200,
    duration: 5,
    contentType: 'application/json',
    requestId: `r${String(second)}`,
    ...(sent === undefined ? {} : { requestBody: JSON.stringify(sent) }),
    responseBody: JSON.stringify(answer),
  };
}

const ROWS = ['First', 'Second', 'Third'].map((name, index) => ({ id: index + 1, name, createdAt: 'x' }));

/** A session that logs in and makes a row, and then opens a list of three and clicks the last. */
async function record(server: Server, app: string): Promise<void> {
  const open = (second: number): object => ({
    ...IDENTITY,
    ts: `2026-05-06T08:00:${String(second).padStart(2, '0')}.000Z`,
    type: 'navigate',
    url: `${app}/`,
    toUrl: `${app}/`,
    navigation: 'load',
  });
  const click = {
    ...IDENTITY,
    ts: '2026-05-06T08:00:22.000Z',
    type: 'click',
    url: `${app}/`,
    target: 'button',
    text: 'Open Third',
    selectors: { locators: [{ by: 'role', role: 'button', value: 'Open Third' }] },
  };
  await post(server, '/enhanced-actions', { actions: [open(0), open(20), click] });
  const asked = { query: 'query Count { count }' };
  const marked = { operationName: 'Mark', query: 'mutation Mark { mark }' };
  await post(server, '/network-bodies', {
    bodies: [
      request(
        app,
        1,
        'POST /api/login',
        { email: 'ann@corp.example', password: 'kept-in-the-head' },
        { id: 5 },
      ),
      request(app, 2, 'POST /api/rows', { name: 'First' }, { id: 1 }),
      request(app, 20, 'GET /api/rows', undefined, ROWS),
      request(app, 21, 'POST /graphql', asked, { data: { count: 3 } }),
      request(app, 22, 'GET /api/rows/3', undefined, { id: 3, name: 'Third' }),
      request(app, 23, 'POST /graphql', marked, { data: { mark: true } }),
      request(app, 24, 'POST /graphql', asked, { data: { count: 4 } }),
    ],
  });
}

/** Tests that stand beside the generated one, in one run of one browser. */
function furtherTests(app: string): string {
  return `
import { setupServer } from 'msw/node';
import { handlers, unused } from './handlers';

test('HAR', async ({ page }) => {
  await page.routeFromHAR('captured.har', { url: '**/api/**', notFound: 'abort' });
  await page.goto('${app}/');
  await expect(page.getByRole('button')).toHaveText(['Open First', 'Open Second', 'Open Third']);
  const types = await page.evaluate(async () => (await fetch('/api/rows')).headers.get('content-type'));
  expect(types).toBe('application/json');
});

test('MSW', async () => {
  const server = setupServer(...handlers);
  const unanswered: string[] = [];
  const onUnhandledRequest = ({ url }: Request) => unanswered.push(new URL(url).pathname);
  server.listen({ onUnhandledRequest });
  const rows = await (await fetch('${app}/api/rows')).json();
  expect(rows.map((row: { name: string }) => row.name)).toEqual(['First', 'Second', 'Third']);
  const ask = async (body: object) => {
    const answer = await fetch('${app}/graphql', { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()).data;
  };
  const count = { query: 'query Count { count }' };
  expect(await ask(count)).toEqual({ count: 3 });
  expect(await ask({ operationName: 'Mark', query: 'mutation Mark { mark }' })).toEqual({ mark: true });
  expect(await ask(count)).toEqual({ count: 4 });
  expect([...unused]).toEqual(['GET /api/rows/3']);
  await fetch('${app}/api/unknown');
  expect(unanswered).toEqual(['/api/unknown']);
  server.close();
});
`;
}

function textIn(answer: Entry, field: string): string {
  const text = answer[field];
  if (typeof text !== 'string') throw new Error(`no ${field} in ${JSON.stringify(answer)}`);
  return text;
}

test('captured answers set up an empty app, and answer through MSW and a HAR file', async ({ server }) => {
  const app = await startRowsApp();
  await record(server, app.url);
  const agent = await connectAgent(server, 'http');
  const made = await agent.call('generate_test', {
    msw: true,
    include_fixtures: true,
    last_n_actions: 2,
    // The page of this app does not ask for all that the session did.
    assertions: { network: false },
    max_tokens: 20_000,
  });
  expect(made['requests']).toEqual({
    setup: ['POST /api/login', 'POST /api/rows', 'GET /api/rows (2 items)'],
    action: ['POST /graphql#Mark'],
    irrelevant: 4,
  });
  const files = {
    'fixtures.ts': textIn(made, 'fixture_file'),
    'handlers.ts': textIn(made, 'handlers_file'),
    'captured.har': await (await fetch(`${server.url}/export/har`)).text(),
  };
  const text = textIn(made, 'test_script') + furtherTests(app.url);
  const runs = await inFolder((folder) =>
    runIn(folder, [{ name: 'captured', text }], files, ['--workers=1']),
  );
  expect(runs.map(({ title, isGreen, reason }) => ({ title, isGreen, reason }))).toEqual(
    ['Click Open Third', 'Click Open Third (captured answers)', 'HAR', 'MSW'].map((title) => ({
      title,
      isGreen: true,
      reason: '',
    })),
  );
  expect(app.changes.filter((change) => !change.startsWith('POST /api/login'))).toEqual([
    'POST /api/rows {"name":"First"}',
    'POST /api/rows {"name":"Second"}',
    'POST /api/rows {"name":"Third"}',
  ]);
  await Promise.all([agent.close(), app.stop()]);
});
