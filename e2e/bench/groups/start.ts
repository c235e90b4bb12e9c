/** How long our script itself takes at the start of a document: compiled from nothing and run. */

import { captureScript, NO_OP_BINDING } from '../variants.ts';
import { precise } from '../bench.ts';
import type { Group } from '../bench.ts';
import { median, ninetyNinth } from '../statistics.ts';

/** Milliseconds a document may be held up. */
const BUDGET_MS = 5;

/** The evaluation of the script. */
export const measureStart: Group = async ({ browser, pages, effort }, add) => {
  const url = pages.add('/start', precise('<title>Start</title>'));
  const context = await browser.newContext();
  const content = timed(await captureScript());
  await context.addInitScript({ content });
  const page = await context.newPage();
  const samples: number[] = [];
  for (let load = 0; load < effort.snapshots; load += 1) {
    await page.goto(url);
    samples.push(await page.evaluate(() => Number(Reflect.get(globalThis, 'evaluationMilliseconds'))));
  }
  await context.close();
  add({
    figure: 'script_evaluation',
    value: median(samples),
    unit: 'milliseconds',
    limit: BUDGET_MS,
    detail: { fastest: Math.min(...samples), p99: ninetyNinth(samples) },
  });
};

/** Each time another text, because the browser would not compile the same one twice. */
function timed(script: string): string {
  return `${NO_OP_BINDING}
    {
      const source = '/*' + Math.random() + '*/' + ${JSON.stringify(script)};
      const start = performance.now();
      (0, eval)(source);
      globalThis.evaluationMilliseconds = performance.now() - start;
    }`;
}
