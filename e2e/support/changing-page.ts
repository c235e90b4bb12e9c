/** A page that says something else at each visit, recorded, and the test of its pictures. */

import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { connectAgent } from './mcp.ts';
import type { Entry } from './mcp.ts';
import type { Pages } from './pages.ts';
import type { Server } from './server.ts';

/** The capture of this page, beside others on the same server. */
const TEST_ID = 'changing page';

/** What the test of such a page needs. */
export interface ChangingPage {
  /** The answer of `generate_test`, which leaves out what changed by itself. */
  readonly generated: Entry;
  /** From now on the page looks wrong. */
  breakLayout(): void;
}

/** Lets a person visit the page twice and open its details, while an agent looks. */
export async function recordChangingPage(
  server: Server,
  pages: Pages,
  browser: Browser,
  args: Entry,
): Promise<ChangingPage> {
  let visits = 0;
  let isBroken = false;
  const url = pages.route('/visits', (_request, response) => {
    visits += 1;
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(documentOf(visits, isBroken));
  });
  const context = await browser.newContext();
  const capture = await captureContext(context, { port: server.port, testId: TEST_ID });
  const agent = await connectAgent(server, 'http');
  const page = await context.newPage();
  const look = async (): Promise<void> => {
    await expect.poll(async () => (await agent.call('get_page_info'))['url']).toBe(url);
    expect(await agent.call('capture_screenshot', { url_filter: '/visits' })).toMatchObject({ url });
  };
  await page.goto(url);
  await look();
  await page.reload();
  await look();
  await page.getByRole('button', { name: 'Details' }).click();
  await capture.drain();
  const generated = await agent.call('generate_test', { ...args, test_id: TEST_ID, max_tokens: 20_000 });
  await agent.close();
  await context.close();
  return {
    generated,
    breakLayout: () => {
      isBroken = true;
    },
  };
}

/** The number stands in an element without a name; only the elements of pictures show that it changes. */
function documentOf(visits: number, isBroken: boolean): string {
  const moved = isBroken ? 'margin-left:40px' : '';
  return `<!doctype html><title>Visits</title><style>p { width: 200px; height: 40px; font: 20px sans-serif }</style>
<p>Visit ${String(visits)}</p>
<button style="width:120px;height:40px;${moved}" onclick="this.nextElementSibling.hidden = false">Details</button>
<p hidden>Open from nine to five</p>`;
}
