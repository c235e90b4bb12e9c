/**
 * How long our scripts themselves take at the start of a document: compiled from nothing, as in the first document of a
 * process, and known to the process already, as in every later one. Beside them what the browser takes to skim the same
 * text when nothing of it is ever run, which no script of that size can undercut.
 */

import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { precise } from '../bench.ts';
import type { Bench, Group } from '../bench.ts';
import { median, ninetyNinth } from '../statistics.ts';
import { captureScript, NO_OP_BINDING } from '../variants.ts';

/** Milliseconds a document may be held up. */
const BUDGET_MS = 5;

const EXTENSION_SCRIPT = new URL('../../../packages/gasoline-extension/dist/page.js', import.meta.url);

/** The evaluation of the scripts, and a loop that tells how fast this machine is just now. */
export const measureStart: Group = async (bench, add) => {
  const script = await captureScript();
  const extension = await readFile(EXTENSION_SCRIPT, 'utf8');
  const samples = await timesOf(bench, {
    script_first: compiledAnew(script),
    script_first_unused: compiledAnew(unused(script)),
    script_again: compiledBefore(script),
    extension_script_first: compiledAnew(extension),
    extension_script_first_unused: compiledAnew(unused(extension)),
    extension_script_again: compiledBefore(extension),
    reference_loop: REFERENCE,
  });
  for (const [figure, times] of Object.entries(samples)) {
    add({
      figure,
      value: median(times),
      unit: 'milliseconds',
      ...(/_first$|_again$/.test(figure) ? { limit: BUDGET_MS } : {}),
      detail: { fastest: Math.min(...times), p99: ninetyNinth(times) },
    });
  }
};

/**
 * What scripts noted of themselves in several documents each, in turn; the first document of each, in which everything
 * is new, does not count.
 */
async function timesOf(
  { browser, pages, effort }: Bench,
  scripts: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const url = pages.add('/start', precise('<title>Start</title>'));
  const runs: { readonly name: string; readonly page: Page; readonly times: number[] }[] = [];
  for (const [name, content] of Object.entries(scripts)) {
    const context = await browser.newContext();
    await context.addInitScript({ content });
    runs.push({ name, page: await context.newPage(), times: [] });
  }
  for (let load = 0; load <= effort.snapshots; load += 1) {
    for (const { page, times } of runs) {
      await page.goto(url);
      const took = await page.evaluate(() => Number(Reflect.get(globalThis, 'took')));
      if (load > 0) times.push(took);
    }
  }
  for (const { page } of runs) await page.context().close();
  return Object.fromEntries(runs.map(({ name, times }) => [name, times]));
}

/** Each time another text, because the browser does not compile the same one twice. */
function compiledAnew(script: string): string {
  return `${NO_OP_BINDING}
    {
      const source = '/*' + Math.random() + '*/' + ${JSON.stringify(script)};
      const start = performance.now();
      (0, eval)(source);
      globalThis.took = performance.now() - start;
    }`;
}

function unused(script: string): string {
  return `function unused() {${script}\n}`;
}

function compiledBefore(script: string): string {
  return `${NO_OP_BINDING}
    globalThis.took = performance.now();
    ${script}
    globalThis.took = performance.now() - took;`;
}

/** Three million steps, compiled on the way: some 5 ms on an idle desktop. */
const REFERENCE = `{
  const start = performance.now();
  let sum = 0;
  for (let step = 0; step < 3_000_000; step += 1) sum = (sum * 31 + step) | 0;
  globalThis.took = performance.now() - start + sum * 0;
}`;
