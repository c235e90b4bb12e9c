/** An agent that fixes a bug of a page and has the browser say whether it is gone. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import { connectAgent, isEntry } from '../support/mcp.ts';
import type { Agent } from '../support/mcp.ts';

/** A shop whose total is computed by `total`. */
function shop(total: string): string {
  return `<!doctype html><title>Shop</title><body><button>Total</button> <output></output>
    <script>
      const basket = { items: [{ price: 12 }] };
      document.querySelector('button').onclick = () => { document.querySelector('output').value = ${total}; };
    </script>`;
}

const BROKEN = shop('basket.lines.length');
const FIXED = shop('basket.items.length');
const FIXED_WRONGLY = shop('basket.items[1].price');

/** A person does again what led to the bug. */
async function reproduce(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('button').click();
}

/** Begins a verification; its id. */
async function start(agent: Agent): Promise<string> {
  const answer = await agent.call('verify_fix', { action: 'start' });
  if (typeof answer['session_id'] !== 'string') throw new Error(`not started: ${JSON.stringify(answer)}`);
  return answer['session_id'];
}

/** What has become of the bug. */
async function compare(agent: Agent, session_id: string): Promise<unknown> {
  const { result } = await agent.call('verify_fix', { action: 'compare', session_id });
  return isEntry(result) ? result['verdict'] : undefined;
}

/** What the agent is told after it has seen the bug, changed the page to `changed`, and the person did `again`. */
async function verdictAfter(
  agent: Agent,
  page: Page,
  serve: (html: string) => void,
  changed: string,
  again: (page: Page) => Promise<void>,
): Promise<unknown> {
  await agent.call('clear_browser_logs');
  serve(BROKEN);
  const thrown = agent.call('wait_for_events', { events: ['errors'], timeout_seconds: 20 });
  await reproduce(page);
  const { events } = await thrown;
  expect(Array.isArray(events) && events.filter(isEntry).map(({ message }) => message)).toEqual([
    expect.stringContaining("reading 'length'"),
  ]);
  const session_id = await start(agent);
  serve(changed);
  await agent.call('verify_fix', { action: 'watch', session_id });
  const watched = agent.call('wait_for_events', { timeout_seconds: 4 });
  await again(page);
  await watched;
  return compare(agent, session_id);
}

test('a fix is a fix only if the bug was tried again and nothing else came', async ({
  server,
  pages,
  extension,
}) => {
  const url = pages.add('/', BROKEN);
  const serve = (html: string): void => {
    pages.add('/', html);
  };
  const agent = await connectAgent(server, 'stdio');
  const page = await extension.newPage();
  await page.goto(url);
  const verdict = (changed: string, again: (page: Page) => Promise<void>): Promise<unknown> =>
    verdictAfter(agent, page, serve, changed, again);
  expect(await verdict(FIXED, reproduce)).toBe('fixed');
  expect(await verdict(FIXED_WRONGLY, reproduce)).toBe('different_issue');
  expect(await verdict(BROKEN, reproduce)).toBe('unchanged');
  expect(await verdict(FIXED, () => Promise.resolve())).toBe('inconclusive');
  await agent.close();
});
