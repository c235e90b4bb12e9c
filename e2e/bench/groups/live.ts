/** Questions of an agent about a page of ten thousand elements: the whole way from the tool to the page and back. */

import { precise } from '../bench.ts';
import type { Group } from '../bench.ts';
import { createBrowsers } from '../../support/browsers.ts';
import { liveBrowser, WAYS } from '../../support/live.ts';
import { connectAgent } from '../../support/mcp.ts';
import { median, ninetyNinth } from '../statistics.ts';

import { tenThousandNodes } from './loads.ts';

/** Milliseconds a query may take. */
const BUDGET_MS = 50;

/** Round trips through the extension and through a debugging port. */
export const measureLive: Group = async ({ server, pages, effort }, add) => {
  const url = pages.add('/live', precise(`<title>Live</title>${tenThousandNodes()}`));
  const browsers = createBrowsers();
  for (const way of WAYS) {
    const browser = await liveBrowser(way, server, browsers);
    const agent = await connectAgent(server, 'http');
    try {
      const page = await browser.context.newPage();
      await page.goto(url);
      const ask = (): Promise<unknown> => agent.call('query_dom', { selector: '.buy', url_filter: url });
      await answered(ask);
      const samples: number[] = [];
      for (let query = 0; query < effort.queries; query += 1) {
        const start = performance.now();
        await ask();
        samples.push(performance.now() - start);
      }
      const detail = { p99: ninetyNinth(samples), samples: samples.length };
      const figure = `query_dom_${way}`;
      add({ figure, value: median(samples), unit: 'milliseconds', limit: BUDGET_MS, detail });
    } finally {
      await agent.close();
      await browser.close();
    }
  }
  await browsers.closeAll();
};

/** Asks until the page is known to the server and answers; the first answer also loads what answers. */
async function answered(ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const answer = await ask();
    if (typeof answer === 'object' && answer !== null && 'matches' in answer) return;
  }
}
