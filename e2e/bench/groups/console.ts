/** `console.log`, with a short message and a small object, and with a long list of objects. */

import type { Page } from '@playwright/test';

import { precise, withVariants } from '../bench.ts';
import type { Group } from '../bench.ts';
import { addedCpu, addedFigure, addedNinetyNinth, inRounds } from '../paired.ts';

/** Milliseconds a call may take longer. */
const BUDGET_MS = 0.1;

/** What is logged. */
type Content = 'message' | 'list';

/** Console calls of pages. */
export const measureConsole: Group = async (bench, add) => {
  const url = bench.pages.add('/console', precise('<title>Console</title>'));
  const { rounds, consoleCalls } = bench.effort;
  await withVariants(bench, url, async (variants) => {
    const messages = await inRounds(variants, rounds, consoleCalls, ({ page }) =>
      logged(page, 'message', consoleCalls),
    );
    add(addedFigure('console_call', messages, BUDGET_MS));
    add(addedNinetyNinth('console_call_p99', messages));
    add(addedCpu('console_call_cpu', messages));
    const count = consoleCalls / 10;
    const lists = await inRounds(variants, rounds, count, ({ page }) => logged(page, 'list', count));
    add(addedFigure('console_list', lists, BUDGET_MS));
    add(addedCpu('console_list_cpu', lists));
  });
};

/** Milliseconds of each call. A page logs a few lines in a turn, not thousands: then batches would never rest. */
async function logged(page: Page, content: Content, count: number): Promise<readonly number[]> {
  return page.evaluate(
    async ([content, count]) => {
      const CALLS_IN_A_TURN = 20;
      const list = Array.from({ length: 100 }, (_, id) => ({ id, name: `Item ${id}`, price: id / 4 }));
      const samples: number[] = [];
      for (let call = 0; call < count; call += 1) {
        if (call % CALLS_IN_A_TURN === 0) await scheduler.yield();
        const value = content === 'list' ? list : { id: call, status: 'ready' };
        const start = performance.now();
        console.log('the basket has changed', value);
        samples.push(performance.now() - start);
      }
      return samples;
    },
    [content, count] as const,
  );
}
