/**
 * What is found out about an error on a page whose React tree has ten thousand elements: at the moment of the error, and in
 * the idle moments after it.
 *
 * The page's timers are replaced before capture takes them: each idle task is timed, and errors are forgotten sooner.
 */

import type { Page } from '@playwright/test';
import { build } from 'esbuild';

import { precise } from '../bench.ts';
import type { Group } from '../bench.ts';
import { median, ninetyNinth } from '../statistics.ts';
import { captureScript } from '../variants.ts';

/** At the moment of the error, in the page's own task. */
const ANNOUNCE_BUDGET_MS = 1;

/** The documents' budgets, and what is a long task. */
const ANCESTRY_BUDGET_MS = 50;
const STATE_BUDGET_MS = 50;

const TIMED = `
  globalThis.idleTasks = [];
  globalThis.contexts = 0;
  globalThis.__GASOLINE_AI_CONTEXT_STATE_SNAPSHOT = true;
  const { requestIdleCallback: idle, setTimeout: timeout } = globalThis;
  globalThis.requestIdleCallback = (task, options) => idle((deadline) => {
    const start = performance.now();
    task(deadline);
    idleTasks.push(performance.now() - start);
  }, options);
  globalThis.setTimeout = (task, milliseconds) => timeout(task, milliseconds / 50);
  Object.defineProperty(globalThis, '__gasolineBinding', { configurable: true, value(message) {
    if (message.includes('"_aiContext"')) contexts += 1;
  } });`;

const RESTORED = `
  globalThis.requestIdleCallback = idle;
  globalThis.setTimeout = timeout;`;

/** 2,000 rows of four elements in a component each, in lists of a hundred, and a button at the very end. */
const APP = `
  import { createElement as h, memo } from 'react';
  import { createRoot } from 'react-dom/client';
  const Row = memo(function Row({ index, label }) {
    return h('li', null, h('b', null, index), h('span', null, label), h('i'), h('a', { href: '#' }));
  });
  function List({ start }) {
    return h('ul', null, Array.from({ length: 100 }, (_, row) => h(Row, { key: row, index: start + row, label: 'x' })));
  }
  function App() {
    const lists = Array.from({ length: 20 }, (_, list) => h(List, { key: list, start: list * 100 }));
    return h('main', null, ...lists, h('button', { id: 'last' }, 'Save'));
  }
  createRoot(document.getElementById('app')).render(h(App));
`;

/** Errors with components and state, of which there is none to be found: the whole tree is searched. */
export const measureErrorContext: Group = async ({ browser, pages, effort }, add) => {
  pages.add('/tree.js', { body: await appScript(), type: 'text/javascript' });
  const url = pages.add(
    '/tree',
    precise('<title>Tree</title><div id="app"></div><script src="/tree.js"></script>'),
  );
  const context = await browser.newContext();
  await context.addInitScript({ content: `{${TIMED}\n${await captureScript()}\n${RESTORED}}` });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('#last').focus();
  const samples: Record<'announce' | 'ancestry' | 'boundary' | 'state', number[]> = {
    announce: [],
    ancestry: [],
    boundary: [],
    state: [],
  };
  for (let count = 0; count < effort.snapshots; count += 1) {
    const thrown = await provoke(
      page,
      `dispatchEvent(new ErrorEvent('error', { error: new Error('${count}') }))`,
    );
    const printed = await provoke(page, `console.error(new Error('${count}'))`);
    samples.announce.push(thrown.now);
    samples.ancestry.push(thrown.tasks[0] ?? NaN);
    samples.boundary.push(printed.tasks[0] ?? NaN);
    samples.state.push(thrown.tasks[1] ?? NaN);
  }
  await context.close();
  const figure = (name: string, times: readonly number[], limit: number): void => {
    const detail = { p99: ninetyNinth(times), samples: times.length };
    add({ figure: name, value: median(times), unit: 'milliseconds', limit, detail });
  };
  figure('error_announced', samples.announce, ANNOUNCE_BUDGET_MS);
  figure('error_ancestry', samples.ancestry, ANCESTRY_BUDGET_MS);
  figure('error_boundary_search', samples.boundary, ANCESTRY_BUDGET_MS);
  figure('error_state_search', samples.state, STATE_BUDGET_MS);
};

interface Provoked {
  /** Milliseconds the page itself waited. */
  readonly now: number;
  /** Milliseconds of each idle task that followed. */
  readonly tasks: readonly number[];
}

/** Makes an error happen and waits until everything is found out about it. */
async function provoke(page: Page, code: string): Promise<Provoked> {
  const now: unknown = await page.evaluate(`{
    idleTasks.length = 0;
    contexts = 0;
    const start = performance.now();
    ${code};
    performance.now() - start;
  }`);
  await page.waitForFunction('contexts > 0 && idleTasks.length > 1');
  const tasks: unknown = await page.evaluate('idleTasks');
  return { now: Number(now), tasks: Array.isArray(tasks) ? tasks.map(Number) : [] };
}

async function appScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
