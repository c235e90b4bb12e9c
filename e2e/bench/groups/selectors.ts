/**
 * All selectors of one element, locators included, on pages of ten thousand elements.
 *
 * Rows that all have the same buttons are the worst case: what is not unique in the page must be narrowed, and every
 * candidate has thousands of twins.
 */

import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import { build } from 'esbuild';

import { precise } from '../bench.ts';
import type { Group } from '../bench.ts';
import { median, ninetyNinth } from '../statistics.ts';

import { tenThousandNodes } from './loads.ts';

/** Milliseconds for one action, at the slowest hundredth. */
const BUDGET_MS = 1;

const CAPTURE = fileURLToPath(new URL('../../../packages/capture/src', import.meta.url));

/** What people act on besides the rows. */
const AROUND = `<nav><a href="/orders">Orders</a> <a href="/account">Okada</a></nav>
  <form><label>Search <input name="query" placeholder="Search products"></label><label>Sort <select><option>Name</option></select></label>
  <button id="new">New product</button> <button>Export</button></form>`;

/** Rows of three buttons each, by their labels, a title and their text. */
function rowsOfButtons(): string {
  const row = (number: number): string =>
    `<li class="item"><b>Thing number ${number}</b><button aria-label="Edit"><svg></svg></button>
      <button title="Copy">c</button><button>Delete</button></li>`;
  return `<main><ul>${Array.from({ length: 1700 }, (_, number) => row(number)).join('')}</ul></main>`;
}

/** Selectors of elements in a table and in a list. */
export const measureSelectors: Group = async ({ browser, pages, effort }, add) => {
  const bodies = { table: tenThousandNodes(), list: rowsOfButtons() };
  const script = await selectorScript();
  for (const [name, body] of Object.entries(bodies)) {
    const page = await browser.newPage();
    await page.goto(pages.add(`/selectors/${name}`, precise(`<title>Selectors</title>${AROUND}${body}`)));
    await page.evaluate(script);
    const rounds: (readonly number[])[] = [];
    await timed(page);
    for (let round = 0; round < effort.rounds; round += 1) rounds.push(await timed(page));
    await page.close();
    const samples = rounds.flat();
    // What an element takes by itself: whatever the browser cleans up meanwhile falls on others each time.
    const slowestElements = ninetyNinth(
      ELEMENTS.map((index) => median(rounds.map((round) => round[index] ?? 0))),
    );
    const detail = { median: median(samples), slowestElements, samples: samples.length };
    add({
      figure: `selectors_${name}_p99`,
      value: ninetyNinth(samples),
      unit: 'milliseconds',
      limit: BUDGET_MS,
      detail,
    });
  }
};

/** Elements that are tried in each round, by their numbers. */
const ELEMENTS = Array.from({ length: 100 }, (_, index) => index);

/** Milliseconds for each of a hundred elements from all over the page. */
async function timed(page: Page): Promise<readonly number[]> {
  const samples: unknown = await page.evaluate(`{
    const all = document.querySelectorAll('a,button,input,select,td.name');
    [${ELEMENTS.join()}].map((index) => {
      const element = index < 10 ? all[index] : all[Math.floor((index * (all.length - 1)) / 99)];
      const start = performance.now();
      selectorsOf(element);
      return performance.now() - start;
    });
  }`);
  return Array.isArray(samples) ? samples.map(Number) : [];
}

async function selectorScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createDom } from './dom.ts';
        import { locatorsOf } from './selectors/locators.ts';
        import { selectorsOf } from './selectors/selectors.ts';
        const dom = createDom(window);
        globalThis.selectorsOf = (element) => selectorsOf(element, dom, locatorsOf);`,
      resolveDir: CAPTURE,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}
