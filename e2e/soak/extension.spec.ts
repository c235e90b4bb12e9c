/** What takes long: a server away for longer than the worker lives, and an hour's worth of events. */

import { startBareChromium, WORKER } from '../support/bare-chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { startServer } from '../support/server.ts';
import { missing, storedMessages } from '../support/snapshot.ts';

/** Ten a second. */
const EVENTS_OF_AN_HOUR = 36_000;
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

    const revived = await startServer(server.port);
    await expect.poll(() => storedMessages(revived), { timeout: 2 * RETURN_MS }).toHaveLength(count);
    const expected = Array.from({ length: count }, (_, index) => `tick ${index + 1}`);
    expect(await storedMessages(revived)).toEqual(expected);
    expect(await missing(revived)).toEqual([]);
    await browser.stop();
    await revived.stop();
  });
}

test("after an hour's worth of events the extension holds less than 20 MB", async ({ server, pages }) => {
  test.setTimeout(600_000);
  const browser = await startBareChromium(server.port);
  const url = pages.add('/shop', '<script>console.log("ready")</script>');
  await browser.open(url);
  await expect.poll(() => storedMessages(server)).toEqual(['ready']);
  await browser.evaluate(
    url,
    `new Promise((resolve) => {
      let said = 0;
      const timer = setInterval(() => {
        for (let index = 0; index < 100; index += 1) console.log('event', (said += 1), { data: 'x'.repeat(500) });
        if (said < ${EVENTS_OF_AN_HOUR}) return;
        clearInterval(timer);
        console.error('the hour is over');
        resolve();
      }, 20);
    })`,
  );
  await expect.poll(() => storedMessages(server), { timeout: 60_000 }).toContain('the hour is over');
  await browser.send(WORKER, 'HeapProfiler.collectGarbage');
  const usage = await browser.send(WORKER, 'Runtime.getHeapUsage');
  expect(usage).toMatchObject({ usedSize: expect.any(Number) });
  const { usedSize } = { usedSize: Infinity, ...(typeof usage === 'object' ? usage : {}) };
  expect(usedSize).toBeLessThan(MOST_BYTES);
  console.log(`the worker's heap holds ${Math.round(usedSize / 1024)} KB`);
  await browser.stop();
});
