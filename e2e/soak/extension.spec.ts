/** What takes long: a server away for longer than the worker lives, and an hour's worth of events. */

import { startBareChromium, WORKER } from '../support/bare-chromium.ts';
import type { BareChromium } from '../support/bare-chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';
import { missing, storedMessages } from '../support/snapshot.ts';

/** Ten a second. */
const EVENTS_OF_AN_HOUR = 36_000;
/** As many as are ever kept. */
const HEAVY_SCRIPTS = 20;
const MOST_BYTES = 20 * 1024 * 1024;

/** The server is looked for every half minute, and Chrome slows alarms of sleeping workers a little. */
const RETURN_MS = 60_000;

for (const seconds of [20, 70]) {
  test(`a server that is away for ${seconds} s gets everything, in order, once`, async ({
    server,
    pages,
  }) => {
    test.setTimeout(seconds * 1000 + 3 * RETURN_MS);
    const browser = await startBareChromium(server.port);
    const url = pages.add(
      '/shop',
      `<script>
        console.log('ready');
        let tick = 0;
        const startTicking = () => setInterval(() => console.log('tick ' + (tick += 1)), 100);
      </script>`,
    );
    await browser.open(url);
    await expect.poll(() => storedMessages(server)).toEqual(['ready']);
    await server.stop();
    await browser.evaluate(url, 'timer = startTicking()');
    // Half of the time something happens, then the page is silent and the worker ends.
    await expect
      .poll(() => browser.evaluate(url, 'tick'), { timeout: RETURN_MS + seconds * 1000 })
      .toBeGreaterThan(seconds * 5);
    const count = Number(await browser.evaluate(url, 'clearInterval(timer), tick'));
    const silentSince = Date.now();
    await expect
      .poll(() => Date.now() - silentSince, { timeout: seconds * 1000 })
      .toBeGreaterThan(seconds * 500);

    await server.start();
    await expect.poll(() => storedMessages(server), { timeout: 2 * RETURN_MS }).toHaveLength(count);
    const expected = Array.from({ length: count }, (_, index) => `tick ${index + 1}`);
    expect(await storedMessages(server)).toEqual(expected);
    expect(await missing(server)).toEqual([]);
    await browser.stop();
  });
}

test("after an hour's worth of events the extension holds less than 20 MB", async ({ server, pages }) => {
  test.setTimeout(600_000);
  const browser = await startBareChromium(server.port);
  const url = pages.add('/shop', `<script>console.log("ready")</script>${failingScripts(pages)}`);
  await browser.open(url);
  await expect.poll(() => storedMessages(server)).toContain('ready');
  await browser.evaluate(
    url,
    `new Promise((resolve) => {
      let said = 0;
      const timer = setInterval(() => {
        for (let index = 0; index < 100; index += 1) console.log('event', (said += 1), { data: 'x'.repeat(500) });
        failures.pop()?.();
        if (said < ${EVENTS_OF_AN_HOUR}) return;
        clearInterval(timer);
        console.error('the hour is over');
        // The worker must not end: a new one holds nothing.
        setInterval(() => console.log('still here'), 1000);
        resolve();
      }, 20);
    })`,
  );
  await expect.poll(() => storedMessages(server), { timeout: 60_000 }).toContain('the hour is over');
  const reads = pages.requests.filter((request) => request.includes('/heavy.map')).length;
  const before = await heapOf(browser);
  const startedAt = await browser.evaluate(WORKER, 'performance.timeOrigin');
  await expect.poll(() => heapOf(browser), { timeout: 60_000 }).toBeLessThan(MOST_BYTES);
  expect(await browser.evaluate(WORKER, 'performance.timeOrigin')).toBe(startedAt);
  expect(reads).toBe(HEAVY_SCRIPTS);
  const after = await heapOf(browser);
  console.log(
    `the worker's heap: ${kilobytes(before)} after ${reads} large maps, ${kilobytes(after)} at rest`,
  );
  await browser.stop();
});

/** Scripts with a map of 150,000 places each, about 11 MB once decoded; each puts a function that fails in a list. */
function failingScripts(pages: Pages): string {
  const map = {
    version: 3,
    names: [],
    sources: ['shop.ts'],
    sourcesContent: ['failures.push(() => boom());'],
    mappings: `AAAA${',CAAC'.repeat(150_000)}`,
  };
  pages.add('/heavy.map', { body: JSON.stringify(map), type: 'application/json' });
  const names = Array.from({ length: HEAVY_SCRIPTS }, (_, index) => `/heavy-${index}.js`);
  for (const name of names) {
    const body = `failures.push(() => setTimeout(() => { throw new Error('in ${name}'); }));
//# sourceMappingURL=heavy.map?of=${name}`;
    pages.add(name, { body, type: 'text/javascript' });
  }
  return `<script>failures = []</script>${names.map((name) => `<script src="${name}"></script>`).join('')}`;
}

/** What the worker's heap holds after a collection. */
async function heapOf(browser: BareChromium): Promise<number> {
  await browser.send(WORKER, 'HeapProfiler.collectGarbage');
  const usage = await browser.send(WORKER, 'Runtime.getHeapUsage');
  expect(usage).toMatchObject({ usedSize: expect.any(Number) });
  return { usedSize: Infinity, ...(typeof usage === 'object' ? usage : {}) }.usedSize;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}
