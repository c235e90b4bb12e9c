/** Replays a recording as Chrome's Recorder does, with its own library. */

import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';

import { launchPuppeteer } from './puppeteer.ts';

/** A step that finds nothing fails after this. */
const STEP_MS = 6000;

/** The outcome of a recording: what pages logged as errors, and what the last page said. */
export interface Replay {
  readonly errors: readonly string[];
  readonly text: string;
}

/** Runs a recording; a step that fails throws. */
export async function replay(recording: string): Promise<Replay> {
  const flow = parse(JSON.parse(recording));
  const browser = await launchPuppeteer();
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const runner = await createRunner(
      flow,
      new PuppeteerRunnerExtension(browser, page, { timeout: STEP_MS }),
    );
    await runner.run();
    return { errors, text: await page.evaluate(() => document.body.innerText) };
  } finally {
    await browser.close();
  }
}
