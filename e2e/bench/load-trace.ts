/** What capture does on the main thread until a page has loaded, by the browser's own trace. */

import type { Browser, Page } from '@playwright/test';

import { captureScript, NO_OP_BINDING } from './variants.ts';

/** Our script in stacks and traces, see scripts/build.mjs. */
const OWN_SCRIPT = 'gasoline:ci.js';

const CATEGORIES = ['devtools.timeline', 'blink.user_timing', 'loading'];

/** Milliseconds of processor time. */
export interface LoadWork {
  /** The script itself, before anything of the page. */
  readonly start: number;
  /** Its functions from then to the load event. */
  readonly calls: number;
  /** Its functions in the moments of rest that follow. */
  readonly afterwards: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly url?: string } };
}

/** A page whose loads can be traced. */
export interface TracedPage {
  load(url: string): Promise<LoadWork>;
  close(): Promise<void>;
}

/** Opens a page in a process of its own, with capture into nothing. */
export async function openTracedPage(browser: Browser): Promise<TracedPage> {
  const context = await browser.newContext();
  await context.addInitScript({ content: timed(await captureScript()) });
  const page = await context.newPage();
  return {
    load: (url) => traced(browser, page, url),
    close: () => context.close(),
  };
}

/** Traces do not show scripts that a debugger puts into a page. */
function timed(script: string): string {
  return `${NO_OP_BINDING}
    globalThis.startTook = performance.now();
    ${script}
    globalThis.startTook = performance.now() - startTook;`;
}

async function traced(browser: Browser, page: Page, url: string): Promise<LoadWork> {
  // Leaving the last document is no part of loading the next.
  await page.goto('about:blank');
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(url, { waitUntil: 'load' });
  const start = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await new Promise((resolve) => requestIdleCallback(resolve));
    return Number(Reflect.get(globalThis, 'startTook'));
  });
  const trace = (await browser.stopTracing()).toString('utf8');
  return { start, ...callsIn(eventsOf(trace)) };
}

function eventsOf(trace: string): readonly TraceEvent[] {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace);
  return traceEvents;
}

function callsIn(events: readonly TraceEvent[]): Omit<LoadWork, 'start'> {
  const loaded = Math.max(...events.filter(({ name }) => name === 'MarkLoad').map(({ ts }) => ts));
  const own = events.filter(({ name, args }) => name === 'FunctionCall' && args?.data?.url === OWN_SCRIPT);
  const sum = (of: readonly TraceEvent[]): number =>
    of.reduce((total, { tdur = 0 }) => total + tdur / 1000, 0);
  return {
    calls: sum(own.filter(({ ts }) => ts <= loaded)),
    afterwards: sum(own.filter(({ ts }) => ts > loaded)),
  };
}
