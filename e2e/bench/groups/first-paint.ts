/**
 * When a page is first seen. A heavy page is no measure: it paints when network and frames let it, and by itself wanders by a
 * hundred milliseconds from load to load. So a light one, loaded often, and beside it the same page without us once more:
 * what that differs by is noise.
 */

import type { BrowserContext, Page } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { precise } from '../bench.ts';
import type { Bench, Group } from '../bench.ts';
import type { Figure } from '../figure.ts';
import { rotated } from '../paired.ts';
import { median, middleMean } from '../statistics.ts';
import { captureScript, NO_OP_BINDING } from '../variants.ts';

/** Nobody sees less than a frame. */
const FRAME_MS = 1000 / 60;

const CONTENT = `<title>Light</title><h1>Article</h1><p>${'word '.repeat(400)}</p>`;

/** In the order of a round; the first is what the others are compared with. */
const KINDS = ['without', 'without_too', 'unused_binding', 'instruments', 'binding'] as const;

type Kind = (typeof KINDS)[number];

type Paints = Readonly<Record<Kind, readonly number[]>>;

/** First paints, again as a developer at work loads it, and for the first time in a process. */
export const measureFirstPaint: Group = async (bench, add) => {
  const url = bench.pages.add('/light', precise(CONTENT));
  add(added('first_paint', await paintsOf(bench, url, false)));
  add(added('first_load_first_paint', await paintsOf(bench, url, true)));
};

async function paintsOf(bench: Bench, url: string, isFirst: boolean): Promise<Paints> {
  const pages = await openPages(bench);
  const paints: Record<Kind, number[]> = {
    without: [],
    without_too: [],
    unused_binding: [],
    instruments: [],
    binding: [],
  };
  for (const [, page] of pages) await firstPaint(page, url);
  for (let round = 0; round < bench.effort.paints; round += 1) {
    for (const [kind, page] of rotated(pages, round)) {
      // The page keeps to its own group of windows: coming from elsewhere it gets a new process.
      if (isFirst) await page.goto('about:blank');
      paints[kind].push(await firstPaint(page, url));
    }
  }
  for (const [, page] of pages) await page.context().close();
  return paints;
}

async function openPages({ browser, server }: Bench): Promise<readonly (readonly [Kind, Page])[]> {
  const script = `${NO_OP_BINDING}\n${await captureScript()}`;
  const prepare: Readonly<Record<Kind, (context: BrowserContext) => Promise<unknown>>> = {
    without: () => Promise.resolve(),
    without_too: () => Promise.resolve(),
    // The runner puts a script of its own into pages to which it gives a function.
    unused_binding: (context) => context.exposeBinding('unused', () => undefined),
    instruments: (context) => context.addInitScript({ content: script }),
    binding: (context) => captureContext(context, { port: server.port, testId: 'bench' }),
  };
  const pages: [Kind, Page][] = [];
  for (const kind of KINDS) {
    const context = await browser.newContext();
    await prepare[kind](context);
    pages.push([kind, await context.newPage()]);
  }
  return pages;
}

async function firstPaint(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'load' });
  return page.evaluate(async () => {
    const entry = await new Promise<PerformanceEntry>((resolve) => {
      new PerformanceObserver((list) => {
        list.getEntriesByName('first-contentful-paint').forEach(resolve);
      }).observe({ type: 'paint', buffered: true });
    });
    // What the page does next must not fall into the next page's beginning.
    await new Promise((resolve) => requestIdleCallback(resolve));
    return entry.startTime;
  });
}

function added(figure: string, paints: Paints): Figure {
  const later = (kind: Kind): number =>
    middleMean(paints[kind].map((paint, round) => paint - (paints.without[round] ?? NaN)));
  return {
    figure,
    value: later('instruments'),
    unit: 'milliseconds',
    limit: FRAME_MS,
    detail: {
      without: median(paints.without),
      noise: later('without_too'),
      added_by_unused_binding: later('unused_binding'),
      added_with_binding: later('binding'),
    },
  };
}
