/**
 * How long our script itself takes at the start of a document: compiled from nothing, as in the first document of a
 * process, and known to the process already, as in every later one.
 */

import { precise } from '../bench.ts';
import type { Bench, Group } from '../bench.ts';
import { median, ninetyNinth } from '../statistics.ts';
import { captureScript, NO_OP_BINDING } from '../variants.ts';

/** Milliseconds a document may be held up. */
const BUDGET_MS = 5;

/** The evaluation of the script, and a loop that tells how fast this machine is just now. */
export const measureStart: Group = async (bench, add) => {
  const script = await captureScript();
  const ways = { script_first: compiledAnew(script), script_again: compiledBefore(script) };
  for (const [figure, content] of Object.entries(ways)) {
    const samples = await timesOf(bench, content);
    add({
      figure,
      value: median(samples),
      unit: 'milliseconds',
      limit: BUDGET_MS,
      detail: { fastest: Math.min(...samples), p99: ninetyNinth(samples) },
    });
  }
  const loops = await timesOf(bench, REFERENCE);
  add({
    figure: 'reference_loop',
    value: median(loops),
    unit: 'milliseconds',
    detail: { fastest: Math.min(...loops), p99: ninetyNinth(loops) },
  });
};

/** What a script noted of itself in several documents; the first, in which everything is new, does not count. */
async function timesOf({ browser, pages, effort }: Bench, content: string): Promise<readonly number[]> {
  const url = pages.add('/start', precise('<title>Start</title>'));
  const context = await browser.newContext();
  await context.addInitScript({ content });
  const page = await context.newPage();
  const samples: number[] = [];
  for (let load = 0; load <= effort.snapshots; load += 1) {
    await page.goto(url);
    const sample = await page.evaluate(() => Number(Reflect.get(globalThis, 'took')));
    if (load > 0) samples.push(sample);
  }
  await context.close();
  return samples;
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
