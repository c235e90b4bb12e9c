/**
 * What capture does in idle moments: snapshots of the document and of how it loaded.
 *
 * The page's timers are replaced before capture takes them: each idle task is timed, and waits are cut short. Which task
 * was which, the binding learns from the batch that leaves right after it.
 */

import type { Page } from '@playwright/test';

import { precise } from '../bench.ts';
import type { Group } from '../bench.ts';
import { median, ninetyNinth } from '../statistics.ts';
import { captureScript } from '../variants.ts';

import { tenThousandNodes } from './loads.ts';

const DOM_BUDGET_MS = 2;
const PERFORMANCE_BUDGET_MS = 5;

const TIMED = `
  globalThis.snapshots = { dom: [], performance: [] };
  let lastTask = NaN;
  const { requestIdleCallback: idle, setTimeout: timeout } = globalThis;
  globalThis.requestIdleCallback = (task, options) => idle((deadline) => {
    const start = performance.now();
    task(deadline);
    lastTask = performance.now() - start;
  }, options);
  globalThis.setTimeout = (task, milliseconds) => timeout(task, milliseconds / 20);
  Object.defineProperty(globalThis, '__gasolineBinding', { configurable: true, value(message) {
    if (message.startsWith('{"path":"/dom-snapshots"')) snapshots.dom.push(lastTask);
    else if (message.includes('"type":"performance"')) snapshots.performance.push(lastTask);
  } });`;

const RESTORED = `
  globalThis.requestIdleCallback = idle;
  globalThis.setTimeout = timeout;`;

/** Snapshots of a page of ten thousand elements. */
export const measureSnapshots: Group = async ({ browser, pages, effort }, add) => {
  const body = `<title>Snapshots</title><h1>Shop</h1><h2 data-testid="hint">Today</h2>${tenThousandNodes()}`;
  const url = pages.add('/snapshots', precise(body));
  const context = await browser.newContext();
  await context.addInitScript({ content: `{${TIMED}\n${await captureScript()}\n${RESTORED}}` });
  const page = await context.newPage();
  const taken: Record<'dom' | 'performance', number[]> = { dom: [], performance: [] };
  for (let load = 0; load < effort.snapshots; load += 1) {
    await page.goto(url);
    const { dom, performance } = await bothTaken(page);
    taken.dom.push(...dom);
    taken.performance.push(...performance);
  }
  await context.close();
  const figure = (name: string, samples: readonly number[], limit: number): void => {
    add({
      figure: name,
      value: median(samples),
      unit: 'milliseconds',
      limit,
      detail: { p99: ninetyNinth(samples), samples: samples.length },
    });
  };
  figure('dom_snapshot', taken.dom, DOM_BUDGET_MS);
  figure('performance_snapshot', taken.performance, PERFORMANCE_BUDGET_MS);
};

async function bothTaken(page: Page): Promise<{ dom: readonly number[]; performance: readonly number[] }> {
  await page.waitForFunction('snapshots.dom.length > 0 && snapshots.performance.length > 0');
  return page.evaluate(() => {
    const list = (name: string): number[] => {
      const snapshots: unknown = Reflect.get(globalThis, 'snapshots');
      const samples: unknown =
        typeof snapshots === 'object' && snapshots !== null ? Reflect.get(snapshots, name) : [];
      return Array.isArray(samples) ? samples.map(Number) : [];
    };
    return { dom: list('dom'), performance: list('performance') };
  });
}
