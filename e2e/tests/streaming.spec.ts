/** Significant events of a real page, as an agent that waits for them hears of them. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import { connectAgent, isEntry } from '../support/mcp.ts';
import type { Agent } from '../support/mcp.ts';

const SHOP = `<!doctype html><title>Shop</title><body>
  <p id="clock">0</p>
  <button id="dead">Pay</button> <button id="ripple">Save</button> <button id="alive">Count</button> <output>0</output>
  <button id="broken">Break</button> <button id="rejecting">Reject</button> <button id="busy">Work</button>
  <button id="failing">Order</button> <button id="refused">Account</button> <button id="leak">Send</button>
  <form id="form" action="/pay"><button>Submit</button></form>
  <script>
    let ticks = 0;
    setInterval(() => { clock.textContent = ++ticks; }, 250);
    const on = (id, react) => document.getElementById(id).addEventListener('click', react);
    on('ripple', ({ target }) => {
      target.classList.toggle('pressed');
      target.append(document.createElement('span'));
    });
    on('alive', () => { document.querySelector('output').value += 1; });
    on('broken', () => { throw new Error('basket is closed'); });
    on('rejecting', () => { Promise.reject(new Error('no stock')); });
    on('busy', () => { for (const end = performance.now() + 700; performance.now() < end; ); });
    on('failing', () => fetch('/order'));
    on('refused', async () => { await (await fetch('/account')).text(); await fetch('/account'); });
    on('leak', () => fetch('/send?key=' + ['sk_live_', '4eC39HqLyjWDarjtT1zdp7dc'].join('')));
    form.addEventListener('submit', (event) => event.preventDefault());
  </script>`;

/** What the agent hears of, up to the first event with this text. */
async function heardUntil(agent: Agent, text: string): Promise<readonly string[]> {
  const heard: string[] = [];
  while (!heard.some((line) => line.includes(text))) {
    const answer = await agent.call('wait_for_events', { timeout_seconds: 20 });
    const { events } = answer;
    if (!Array.isArray(events) || events.length === 0)
      throw new Error(`not heard: ${text}; ${JSON.stringify(heard)}`);
    heard.push(
      ...events.filter(isEntry).map(({ category, message }) => `${String(category)}: ${String(message)}`),
    );
  }
  return heard;
}

/** Clicks often enough that somebody is annoyed. */
async function insist(page: Page, selector: string): Promise<void> {
  for (let count = 0; count < 3; count += 1) await page.locator(selector).click();
}

test('an agent that waits hears of everything significant, and of nothing else', async ({
  server,
  pages,
  extension,
}) => {
  let visits = 0;
  pages.route('/order', (_request, response) => response.writeHead(503).end('stock service is down'));
  pages.route('/account', (_request, response) =>
    response.writeHead((visits += 1) === 1 ? 200 : 403).end('{}'),
  );
  pages.route('/send', (_request, response) => response.end('ok'));
  const agent = await connectAgent(server, 'http');
  const page = await extension.newPage();
  await page.goto(pages.add('/', SHOP));
  // By then it is known that the clock ticks by itself.
  await expect(page.locator('#clock')).toHaveText(/\d\d/);
  const heard: string[] = [];
  const after = async (text: string, act: () => Promise<void>): Promise<void> => {
    const waiting = heardUntil(agent, text);
    await act();
    heard.push(...(await waiting));
  };
  await insist(page, '#alive');
  await after('basket is closed', () => page.locator('#broken').click());
  await after('no stock', () => page.locator('#rejecting').click());
  await after('blocked', () => page.locator('#busy').click());
  await after('/order', () => page.locator('#failing').click());
  await after('/account', () => page.locator('#refused').click());
  await after('/send', () => page.locator('#leak').click());
  await after('#ripple', () => insist(page, '#ripple'));
  await after('#dead', () => insist(page, '#dead'));
  await after('Form', () => page.locator('#form button').click());
  await agent.close();
  // A busy machine may block the page more than once.
  const different = new Set(heard.map((line) => line.replace(/\d+ms/, 'MS')));
  expect([...different].sort()).toEqual([
    'errors: New error: Error: basket is closed',
    'errors: Unhandled rejection: Error: no stock',
    'network_errors: Auth/access issue: GET /account → 403 (was 200)',
    'network_errors: Server error: GET /order → 503',
    'performance: Main thread blocked for MS',
    'security: Possible credential exposure in GET /send',
    'user_frustration: Click on #broken led to an error: Error: basket is closed',
    'user_frustration: Click on #rejecting led to an error: Error: no stock',
    'user_frustration: Form submit to /pay — no response after 5s',
    'user_frustration: Repeated clicks on #dead — handler may be broken',
    'user_frustration: Repeated clicks on #ripple — handler may be broken',
  ]);
});
