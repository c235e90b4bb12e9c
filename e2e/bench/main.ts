/**
 * Measures what capture costs a page, in headless Chromium.
 *
 *     node --import ./e2e/bench/typescript.mjs e2e/bench/main.ts [--quick] [--only console]… [--json FILE]
 *
 * Prints one JSON line a figure, then a table. Fails only when a figure is worse than three times its limit. Only
 * loopback is used.
 */

import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { launchOptions } from '../support/chromium.ts';
import { startPages } from '../support/pages.ts';
import { startServer } from '../support/server.ts';

import type { Bench, Group } from './bench.ts';
import { NORMAL, QUICK } from './effort.ts';
import type { Effort } from './effort.ts';
import { measureBundles } from './groups/bundles.ts';
import { measureClicks } from './groups/clicks.ts';
import { measureConsole } from './groups/console.ts';
import { measureErrorContext } from './groups/error-context.ts';
import { measureFetch } from './groups/fetch.ts';
import { measureFirstPaint } from './groups/first-paint.ts';
import { measureLive } from './groups/live.ts';
import { measureLoads } from './groups/loads.ts';
import { measureSelectors } from './groups/selectors.ts';
import { measureSnapshots } from './groups/snapshots.ts';
import { measureSourceMaps } from './groups/source-maps.ts';
import { measureStart } from './groups/start.ts';
import { measureWebSocket } from './groups/websocket.ts';
import { Report } from './report.ts';

const GROUPS: Readonly<Record<string, Group>> = {
  bundles: measureBundles,
  start: measureStart,
  loads: measureLoads,
  'first-paint': measureFirstPaint,
  snapshots: measureSnapshots,
  console: measureConsole,
  fetch: measureFetch,
  websocket: measureWebSocket,
  clicks: measureClicks,
  selectors: measureSelectors,
  live: measureLive,
  'source-maps': measureSourceMaps,
  'error-context': measureErrorContext,
};

const { values } = parseArgs({
  options: {
    /** Few repetitions: shows that everything runs, not how fast. */
    quick: { type: 'boolean', default: false },
    /** Measure only this group; may be repeated. */
    only: { type: 'string', multiple: true, default: Object.keys(GROUPS) },
    /** Append the JSON lines to this file too. */
    json: { type: 'string' },
  },
});

async function start(effort: Effort): Promise<{ bench: Bench; stop(): Promise<void> }> {
  const server = await startServer();
  const pages = await startPages();
  const browser = await chromium.launch(launchOptions);
  const stop = async (): Promise<void> => {
    await browser.close();
    await pages.stop();
    await server.stop();
  };
  return { bench: { browser, server, pages, effort }, stop };
}

async function measure(report: Report): Promise<void> {
  const { bench, stop } = await start(values.quick ? QUICK : NORMAL);
  try {
    for (const name of values.only) {
      const group = GROUPS[name];
      if (group === undefined) throw new RangeError(`no group is called ${name}`);
      await group(bench, (figure) => {
        report.add(figure);
      }).catch((error: unknown) => {
        report.failed(name, error);
      });
    }
  } finally {
    await stop();
  }
}

const report = new Report(values.json);
await measure(report);
report.printTable();
if (!report.isAcceptable()) process.exitCode = 1;
