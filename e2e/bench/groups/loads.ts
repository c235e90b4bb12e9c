/** Loads of a heavy page: ten scripts, two hundred other resources, ten thousand elements. */

import type { Page } from '@playwright/test';

import { precise, withVariants } from '../bench.ts';
import type { Bench, Group } from '../bench.ts';
import type { Figure } from '../figure.ts';
import { perOperation, rendererTime } from '../renderer.ts';
import type { RendererTime } from '../renderer.ts';
import { median } from '../statistics.ts';
import type { Variant, VariantName } from '../variants.ts';

/** Milliseconds of script a load may take longer. */
const BUDGET_MS = 5;

/** Long tasks of the page itself are noted from its beginning on. */
const WATCH_LONG_TASKS = `globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });`;

/** What one load shows of itself. */
interface Load extends RendererTime {
  readonly loaded: number;
  readonly firstPaint: number;
  readonly longTasks: number;
}

type Loads = Readonly<Record<VariantName, readonly Load[]>>;

/** Loads, in rounds over all variants. */
export const measureLoads: Group = async (bench, add) => {
  const url = heavyPage(bench);
  await withVariants(
    bench,
    url,
    async (variants) => {
      const loads: Record<VariantName, Load[]> = { without: [], instruments: [], binding: [] };
      for (let round = 0; round < bench.effort.loads; round += 1) {
        for (const variant of round % 2 === 0 ? variants : variants.toReversed())
          loads[variant.name].push(await loaded(variant, url));
      }
      for (const figure of figures(loads)) add(figure);
    },
    WATCH_LONG_TASKS,
  );
};

function figures(loads: Loads): readonly Figure[] {
  return [
    addedTo(loads, 'load_script_cpu', 'script', { limit: BUDGET_MS }),
    addedTo(loads, 'load_task_cpu', 'task'),
    addedTo(loads, 'load_process_cpu', 'process'),
    addedTo(loads, 'load_time', 'loaded'),
    addedTo(loads, 'load_first_paint', 'firstPaint'),
    addedTo(loads, 'load_long_tasks', 'longTasks', { unit: 'count', limit: 0 }),
  ];
}

function addedTo(
  loads: Loads,
  figure: string,
  part: keyof Load,
  { unit = 'milliseconds', ...rest }: Partial<Pick<Figure, 'unit' | 'limit'>> = {},
): Figure {
  const added = (name: VariantName): number =>
    median(loads[name].map((load, round) => load[part] - (loads.without[round]?.[part] ?? NaN)));
  const without = median(loads.without.map((load) => load[part]));
  return {
    figure,
    value: added('instruments'),
    unit,
    ...rest,
    detail: { without, added_with_binding: added('binding') },
  };
}

async function loaded({ page, session }: Variant, url: string): Promise<Load> {
  await page.goto('about:blank');
  const before = await rendererTime(session);
  await page.goto(url, { waitUntil: 'load' });
  const facts = await settled(page);
  return { ...facts, ...perOperation(before, await rendererTime(session), 1) };
}

/** A document is done when it has painted and come to rest, and our first snapshot of it is taken. */
async function settled(page: Page): Promise<Pick<Load, 'loaded' | 'firstPaint' | 'longTasks'>> {
  return page.evaluate(async () => {
    const REST_MS = 400;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    await new Promise((resolve) => requestIdleCallback(resolve));
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const longTasks: unknown = Reflect.get(globalThis, 'longTasks');
    return {
      loaded: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : NaN,
      firstPaint: paint?.startTime ?? NaN,
      longTasks: Array.isArray(longTasks) ? longTasks.length : NaN,
    };
  });
}

/** Puts the page and everything it loads on the web server. */
function heavyPage({ pages }: Bench): string {
  const headers = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };
  const work = `for (let i = 0, out = []; i < 2000; i += 1) out.push(JSON.stringify({ i, text: 'x'.repeat(50) }));`;
  const scripts = numbered(10, (number) => {
    pages.add(`/heavy/${number}.js`, { body: work, type: 'text/javascript', headers });
    return `<script src="/heavy/${number}.js" defer></script>`;
  });
  const images = numbered(200, (number) => {
    pages.add(`/heavy/${number}.svg`, { body: PICTURE, type: 'image/svg+xml', headers });
    return `<img src="/heavy/${number}.svg" alt="" width="20" height="20">`;
  });
  return pages.add(
    '/heavy',
    precise(`<title>Heavy</title>${scripts}<h1>Shop</h1>${images}${tenThousandNodes()}`),
  );
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle cx="10" cy="10" r="9"/></svg>';

function numbered(count: number, make: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => make(number)).join('');
}

/** A table of a thousand rows. */
export function tenThousandNodes(): string {
  return productTable(1000);
}

/** A table as shops and back offices have them, of ten elements a row. */
export function productTable(rows: number): string {
  const row = (number: number): string =>
    `<tr class="row"><td class="name">Product ${number}</td><td>${number}</td><td class="mt-4 price">12.50</td>
      <td><span class="stock">in stock</span></td>
      <td><div class="actions"><button class="buy" data-row="${number}"><i class="icon"></i>Buy</button></div></td></tr>`;
  return `<main id="app"><div class="page"><table class="products"><tbody>${numbered(rows, row)}</tbody></table></div></main>`;
}
