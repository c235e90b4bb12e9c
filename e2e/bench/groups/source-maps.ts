/** An error in a script whose map has 5 MB: until its source is with the server, and what the page feels of it. */

import { build } from 'esbuild';

import { store } from '../../support/extension.ts';
import { launchWithExtension } from '../../support/chromium.ts';
import { pointTo } from '../../support/extension.ts';
import { storedLogs } from '../../support/snapshot.ts';
import type { Bench, Group } from '../bench.ts';
import { median } from '../statistics.ts';

/** From the error to everything that is told about it. */
const PIPELINE_MS = 3000;

/** A task that is longer is felt. */
const LONG_TASK_MS = 50;

const MAP_BYTES = 5_000_000;

/** A generated program whose map has the size; its last function fails. */
async function largeBuild(): Promise<{ script: string; map: string }> {
  const functionText = (index: number): string =>
    `export function compute${index}(left: number, right: number): number {\n  const product = left * right;\n  return product > ${index} ? product - ${index} : compute(product, ${index});\n}\n`;
  const functions = Array.from({ length: 15_800 }, (_each, index) => functionText(index)).join('');
  const contents = `function compute(left: number, right: number): number { return left + right; }\n${functions}
globalThis.all = [${Array.from({ length: 15_800 }, (_each, index) => `compute${index}`).join(',')}];
globalThis.fail = () => { throw new Error('planted'); };`;
  const { outputFiles } = await build({
    stdin: { contents, loader: 'ts', sourcefile: 'src/compute.ts' },
    outfile: 'app.js',
    bundle: true,
    write: false,
    minify: true,
    sourcemap: true,
  });
  const text = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { script: text('.js'), map: text('.map') };
}

/** Through the extension; every document anew, so that nothing is known of the script. */
export const measureSourceMaps: Group = async ({ server, pages, effort }, add) => {
  const { script, map } = await largeBuild();
  pages.add('/app.js', { body: script, type: 'text/javascript' });
  pages.add('/app.js.map', { body: map, type: 'application/json' });
  const url = pages.add('/', '<!doctype html><title>Large</title><script src="/app.js"></script>');
  const { context, close } = await launchWithExtension();
  await pointTo(context, server);
  await store(context, { aiContextComponentTree: false });
  const times: number[] = [];
  const longTasks: number[] = [];
  try {
    for (let round = 0; round < effort.loads; round += 1) {
      const page = await context.newPage();
      await page.goto(url);
      const before = await told(server);
      await page.evaluate(watchAndFail);
      const start = performance.now();
      while ((await told(server)) === before);
      times.push(performance.now() - start);
      longTasks.push(await page.evaluate('globalThis.longestTask'));
      await page.close();
    }
  } finally {
    await close();
  }
  const detail = { samples: times.length, map_bytes: map.length, wanted_bytes: MAP_BYTES };
  add({
    figure: 'source_map_5mb_pipeline',
    value: median(times),
    unit: 'milliseconds',
    limit: PIPELINE_MS,
    detail,
  });
  const longest = Math.max(...longTasks);
  add({ figure: 'source_map_5mb_longest_task', value: longest, unit: 'milliseconds', limit: LONG_TASK_MS });
};

/** Runs in the page. */
const watchAndFail = `
  globalThis.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask' });
  setTimeout(fail);
`;

/** Errors whose source is with the server. */
async function told(server: Bench['server']): Promise<number> {
  const logs = await storedLogs(server);
  return logs.filter((entry) => JSON.stringify(entry['_aiContext'] ?? null).includes('src/compute.ts'))
    .length;
}
