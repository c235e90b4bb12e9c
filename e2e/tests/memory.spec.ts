/**
 * Large bodies cost no memory because of us.
 *
 * Each page is loaded with and without capture. Compared are what its processes hold afterwards and how much of the body
 * the server could get rid of, both as a share of the body: a copy of it would be the whole.
 */

import { readFileSync } from 'node:fs';

import type { Browser, Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';

const BODY_BYTES = 40 * 1024 * 1024;
const CHUNK = Buffer.alloc(256 * 1024, 'x');

/** Two runs of one page differ by some megabytes; a copy is the whole body. */
const TOLERATED_SHARE = 0.5;

/** How often it is looked what is held; the least counts. */
const READINGS = 4;

/** What a page does with the body. */
const USES: Readonly<Record<string, string>> = {
  'is read as a stream': `const reader = (await fetch('/large')).body.getReader();
    let size = 0;
    for (let step = await reader.read(); !step.done; step = await reader.read()) size += step.value.length;
    return size;`,
  'is never read': `window.kept = await fetch('/large'); return kept.status;`,
  'is dropped after its first part': `window.kept = await fetch('/large');
    const reader = kept.body.getReader();
    await reader.read();
    await reader.cancel();
    return kept.status;`,
};

for (const [name, code] of Object.entries(USES)) {
  test(`a body of 40 MB that ${name} costs nothing because of us`, async ({ pages, browser, bound }) => {
    const plain = await measure(await (await browser.newContext()).newPage(), browser, pages, code);
    const captured = await measure(await bound.context.newPage(), browser, pages, code);
    expect(captured.answer).toBe(plain.answer);
    expect(captured.sent - plain.sent).toBeLessThan(TOLERATED_SHARE);
    expect(captured.held - plain.held).toBeLessThan(TOLERATED_SHARE);
  });
}

interface Measured {
  readonly answer: unknown;
  readonly sent: number;
  readonly held: number;
}

async function measure(page: Page, browser: Browser, pages: Pages, code: string): Promise<Measured> {
  const large = serveLarge(pages);
  await page.goto(pages.add('/', '<link rel="icon" href="data:,"><p>quiet</p>'));
  const before = await heldBytes(browser, page);
  const answer = await page.evaluate<unknown>(`(async () => { ${code} })()`);
  await expect.poll(() => isAtRest(page, large)).toBe(true);
  // What was freed goes back to the system a while after it was collected; a copy that is kept never does.
  let held = Infinity;
  for (let reading = 0; reading < READINGS; reading += 1) {
    held = Math.min(held, grown(before, await heldBytes(browser, page)));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  }
  await page.context().close();
  return { answer, sent: large.sent() / BODY_BYTES, held: held / BODY_BYTES };
}

/** Processes of earlier pages may go meanwhile, and the browser keeps one in store: neither is about this page. */
function grown(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  const lasting = [...before].filter(([process]) => after.has(process));
  return lasting.reduce((sum, [process, bytes]) => sum + (after.get(process) ?? 0) - bytes, 0);
}

/** Serves the body as fast as it is taken. */
function serveLarge(pages: Pages): { sent(): number } {
  let sent = 0;
  pages.route('/large', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': BODY_BYTES });
    const send = (): void => {
      while (sent < BODY_BYTES) {
        sent += CHUNK.length;
        if (!response.write(CHUNK)) {
          response.once('drain', send);
          return;
        }
      }
      response.end();
    };
    send();
  });
  return { sent: () => sent };
}

/** Whether nothing more is taken for now. */
async function isAtRest(page: Page, large: { sent(): number }): Promise<boolean> {
  const before = large.sent();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  return large.sent() === before;
}

/** What the processes of pages hold in memory of their own, without what only waits to be collected. */
async function heldBytes(browser: Browser, page: Page): Promise<ReadonlyMap<number, number>> {
  const own = await page.context().newCDPSession(page);
  await own.send('HeapProfiler.collectGarbage');
  await own.detach();
  const protocol = await browser.newBrowserCDPSession();
  const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
  await protocol.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return new Map(renderers.flatMap(({ id }) => anonymousBytes(id).map((bytes) => [id, bytes])));
}

/** Nothing for a process that has just ended. */
function anonymousBytes(process: number): number[] {
  let status: string;
  try {
    status = readFileSync(`/proc/${process}/status`, 'utf8');
  } catch {
    return [];
  }
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? [] : [Number(kilobytes) * 1024];
}
