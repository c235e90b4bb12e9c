/** What the server notices of an API that changes, and of a page that becomes slow: from a real page, over MCP. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import { connectAgent, isEntry } from '../support/mcp.ts';

const SHOP = `<!doctype html><title>Shop</title><body><ul></ul><script>
  const load = async (id) => {
    const item = await (await fetch('/api/items/' + id)).json();
    document.querySelector('ul').append(item.name + ' ' + item.price.toFixed(2));
  };
</script>`;

const BEFORE = { name: 'Mug', price: 12.5, stock: { count: 3 }, tags: ['new'] };
const AFTER = { name: 'Mug', price: '12.50', stock: {}, tags: ['new'], currency: 'EUR' };

const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

test('an API that changes while the page is open is noticed, and other values are not', async ({
  server,
  pages,
  bound,
}) => {
  let answer: object = BEFORE;
  for (const id of [1, 2, 3, 4])
    pages.route(`/api/items/${id}`, (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ ...answer, id }));
    });
  const agent = await connectAgent(server, 'stdio');
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', SHOP));
  for (const id of [1, 2, 3]) await page.evaluate(`load(${id})`);
  await bound.capture.drain();
  expect((await agent.call('validate_api', { action: 'analyze' }))['violations']).toEqual([]);
  answer = AFTER;
  await page.evaluate('void load(4)');
  await expect.poll(() => agent.errors()).toHaveLength(1);
  await bound.capture.drain();
  const found = await agent.call('validate_api', { action: 'analyze' });
  const times = { expected_count: 3, violation_count: 1, first_seen: TIME, last_violation: TIME };
  const shape = { id: 'number', name: 'string', tags: ['string'] };
  expect(found['violations']).toEqual([
    {
      endpoint: 'GET /api/items/{id}',
      type: 'type_change',
      severity: 'warning',
      description: "Field 'price' changed type from 'number' to 'string', once",
      field: 'price',
      expected_type: 'number',
      actual_type: 'string',
      sample_value: '12.50',
      page_error: 'TypeError: item.price.toFixed is not a function',
      fingerprint: expect.stringMatching(/^type_change:[0-9a-f]{16}:price$/),
      occurrences: times,
    },
    {
      endpoint: 'GET /api/items/{id}',
      type: 'shape_change',
      severity: 'warning',
      description: "Field 'stock.count' was in all of 3 responses and is missing since, once",
      missing_fields: ['stock.count'],
      expected_shape: {
        ...shape,
        price: 'number | string',
        stock: { count: 'number' },
      },
      actual_shape: { ...shape, currency: 'string', price: 'string', stock: {} },
      fingerprint: expect.stringMatching(/^shape_change:[0-9a-f]{16}:stock\.count$/),
      occurrences: times,
    },
    {
      endpoint: 'GET /api/items/{id}',
      type: 'new_field',
      severity: 'info',
      description: "Field 'currency' (string) is new after 3 responses without it",
      field: 'currency',
      actual_type: 'string',
      sample_value: 'EUR',
      fingerprint: expect.stringMatching(/^new_field:[0-9a-f]{16}:currency$/),
      occurrences: times,
    },
  ]);
  await agent.close();
});

/** Loads the page, and waits until its figures are on their way. */
async function load(page: Page, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await page.reload();
}

test('a page made slower is confirmed to be', async ({ server, pages, bound }) => {
  let delay = 0;
  pages.route('/slow.js', (_request, response) => {
    setTimeout(() => response.setHeader('Content-Type', 'text/javascript').end(''), delay);
  });
  const confirmed = async (): Promise<readonly unknown[]> => {
    const answer = await fetch(`${server.url}/tools/check_performance`, { method: 'POST', body: '{}' });
    const load: unknown = await answer.json();
    const regressions = isEntry(load) ? load['regressions'] : undefined;
    if (!Array.isArray(regressions)) throw new Error(JSON.stringify(load));
    const rows = regressions.filter(isEntry).filter(({ certainty }) => certainty === 'confirmed');
    return rows.map(({ metric }) => metric);
  };
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<!doctype html><title>Shop</title><script src="/slow.js"></script><p>Mug'));
  await load(page, 10);
  delay = 1500;
  await load(page, 3);
  // The figures of a load come when it is complete, or left.
  await expect.poll(confirmed).toContain('load');
});
