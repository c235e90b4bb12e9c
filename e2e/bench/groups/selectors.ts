/**
 * All selectors of one element, locators included, on pages of ten thousand elements.
 *
 * Rows that all have the same buttons are the worst case: what is not unique in the page must be narrowed, and every
 * candidate has thousands of twins.
 *
 * The slowest hundredth is that of elements, each by the middle of its rounds. That of single samples says more about the
 * machine: a loop that only counts runs beside, and its slowest hundredth can be five times its middle.
 */

import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import { build } from 'esbuild';

import { precise } from '../bench.ts';
import type { Group } from '../bench.ts';
import type { Figure } from '../figure.ts';
import { median, ninetyNinth } from '../statistics.ts';

import { tenThousandNodes } from './loads.ts';

/** Milliseconds for one action, at the slowest hundredth. */
const BUDGET_MS = 1;

const CAPTURE = fileURLToPath(new URL('../../../packages/gasoline-capture/src', import.meta.url));

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
    const rounds: (readonly Sample[])[] = [];
    await timed(page);
    for (let round = 0; round < effort.rounds; round += 1) rounds.push(await timed(page));
    await page.close();
    add(figureOf(`selectors_${name}_p99`, rounds));
  }
};

function figureOf(figure: string, rounds: readonly (readonly Sample[])[]): Figure {
  const ofElements = ELEMENTS.map((index) => median(rounds.map((round) => round[index]?.took ?? NaN)));
  const took = rounds.flat().map((sample) => sample.took);
  const counted = rounds.flat().map((sample) => sample.counted);
  return {
    figure,
    value: ninetyNinth(ofElements),
    unit: 'milliseconds',
    limit: BUDGET_MS,
    detail: {
      median: median(took),
      samples_p99: ninetyNinth(took),
      counting_median: median(counted),
      counting_p99: ninetyNinth(counted),
    },
  };
}

/** Milliseconds for an element, and for a loop that only counts. */
interface Sample {
  readonly took: number;
  readonly counted: number;
}

/** Elements that are tried in each round, by their numbers. */
const ELEMENTS = Array.from({ length: 100 }, (_, index) => index);

/** Tries a hundred elements from all over the page. */
async function timed(page: Page): Promise<readonly Sample[]> {
  return page.evaluate<readonly Sample[]>(`{
    const all = document.querySelectorAll('a,button,input,select,td.name');
    [${ELEMENTS.join()}].map((index) => {
      const element = index < 10 ? all[index] : all[Math.floor((index * (all.length - 1)) / 99)];
      const start = performance.now();
      selectorsOf(element);
      const end = performance.now();
      for (let step = 0; step < 400_000; step += 1) globalThis.sum = (step * 31) | 0;
      return { took: end - start, counted: performance.now() - end };
    });
  }`);
}

async function selectorScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createDom } from './dom.ts';
        import { recogniser } from './selectors/recognise.ts';
        import { selectorsOf } from './selectors/selectors.ts';
        const dom = createDom(window);
        globalThis.selectorsOf = (element) => selectorsOf(element, dom, recogniser);`,
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
