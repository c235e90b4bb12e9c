/**
 * Loads of a heavy page: ten scripts, two hundred other resources, ten thousand elements. Again, as a developer at work
 * loads it, and for the first time in a process, which has to read our script first.
 */

import type { Page } from '@playwright/test';

import { precise, withVariants } from '../bench.ts';
import type { Bench, Group } from '../bench.ts';
import type { Figure } from '../figure.ts';
import { openTracedPage } from '../load-trace.ts';
import type { LoadWork } from '../load-trace.ts';
import { rendererTime } from '../renderer.ts';
import type { RendererTime } from '../renderer.ts';
import { median } from '../statistics.ts';
import type { Variant, VariantName } from '../variants.ts';

/** Milliseconds a load may be held up by our script. */
const BUDGET_MS = 5;

/** Long tasks of the page itself are noted from its beginning on. */
const WATCH_LONG_TASKS = `globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });`;

/** What one load shows of itself. */
interface Load extends RendererTime {
  readonly loaded: number;
  readonly longTasks: number;
}

type Loads = Readonly<Record<VariantName, readonly Load[]>>;

/** Loads, in rounds over all variants. */
export const measureLoads: Group = async (bench, add) => {
  const content = heavyContent(bench);
  const again = bench.pages.add('/heavy', `<!doctype html><meta charset="utf-8">${content}`);
  add(await heldUp(bench, again));
  for (const figure of figures('load', await allLoads(bench, again, false))) add(figure);
  // A document that keeps to its own group of windows gets a process of its own.
  const first = bench.pages.add('/heavy-first', precise(content));
  for (const figure of figures('first_load', await allLoads(bench, first, true))) add(figure);
};

/** How long a load is held up by us: the script, and what it does until the load event. The rest is done in idle moments. */
async function heldUp({ browser, effort }: Bench, url: string): Promise<Figure> {
  const page = await openTracedPage(browser);
  const loads: LoadWork[] = [];
  try {
    await page.load(url);
    for (let round = 0; round < effort.loads; round += 1) loads.push(await page.load(url));
  } finally {
    await page.close();
  }
  const typical = (part: keyof LoadWork): number => median(loads.map((load) => load[part]));
  return {
    figure: 'load_held_up',
    value: median(loads.map(({ start, calls }) => start + calls)),
    unit: 'milliseconds',
    limit: BUDGET_MS,
    detail: { start: typical('start'), calls: typical('calls'), idle_afterwards: typical('afterwards') },
  };
}

async function allLoads(bench: Bench, url: string, isFirst: boolean): Promise<Loads> {
  const loads: Record<VariantName, Load[]> = { without: [], instruments: [], binding: [] };
  const measure = async (variants: readonly Variant[]): Promise<void> => {
    for (let round = 0; round < bench.effort.loads; round += 1) {
      for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
        if (isFirst) await variant.page.goto('about:blank');
        loads[variant.name].push(await loaded(variant, url));
      }
    }
  };
  await withVariants(bench, url, measure, WATCH_LONG_TASKS);
  return loads;
}

function figures(kind: string, loads: Loads): readonly Figure[] {
  return [
    addedTo(loads, `${kind}_script_cpu`, 'script'),
    addedTo(loads, `${kind}_task_cpu`, 'task'),
    addedTo(loads, `${kind}_time`, 'loaded'),
    addedTo(loads, `${kind}_long_tasks`, 'longTasks', { unit: 'count', limit: 0 }),
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

/** Browsers count the work of a document from its beginning. */
async function loaded({ page, session }: Variant, url: string): Promise<Load> {
  await page.goto(url, { waitUntil: 'load' });
  return { ...(await settled(page)), ...(await rendererTime(session)) };
}

/** A document is done when it has painted and come to rest, and our first snapshot of it is taken. */
async function settled(page: Page): Promise<Pick<Load, 'loaded' | 'longTasks'>> {
  return page.evaluate(async () => {
    const REST_MS = 400;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    await new Promise((resolve) => requestIdleCallback(resolve));
    const [navigation] = performance.getEntriesByType('navigation');
    const longTasks: unknown = Reflect.get(globalThis, 'longTasks');
    return {
      loaded: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : NaN,
      longTasks: Array.isArray(longTasks) ? longTasks.length : NaN,
    };
  });
}

/** Puts everything that the page loads on the web server; what the page holds. */
function heavyContent({ pages }: Bench): string {
  const headers = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };
  const work = `for (let i = 0, out = []; i < 2000; i += 1) out.push(JSON.stringify({ i, text: 'x'.repeat(50) }));`;
  const scripts = numbered(10, (number) => {
    pages.add(`/heavy/${number}.js`, { body: work, type: 'text/javascript', headers });
    return `<script src="/heavy/${number}.js" defer></script>`;
  });
  const images = numbered(200, (number) => {
    pages.route(`/heavy/${number}.gif`, (_, response) => {
      response.writeHead(200, { ...headers, 'Content-Type': 'image/gif' }).end(PICTURE);
    });
    return `<img src="/heavy/${number}.gif" alt="" width="20" height="20">`;
  });
  return `<title>Heavy</title>${scripts}<h1>Shop</h1>${images}${tenThousandNodes()}`;
}

/** One pixel. A drawing would be a document of its own, two hundred of which are more work than the page. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

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
