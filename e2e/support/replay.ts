/** Replays a recording as Chrome's Recorder does, with its own library. */

import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';

import { launchPuppeteer } from './puppeteer.ts';

/** A step that finds nothing fails after this. */
const STEP_MS = 6000;

/** The outcome of a recording: errors of the page or of a step, and everything written on the page at the end. */
export interface Replay {
  readonly errors: readonly string[];
  readonly text: string;
}

/** Runs a recording. */
export async function replay(recording: string): Promise<Replay> {
  const flow = parse(JSON.parse(recording));
  const browser = await launchPuppeteer();
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    // Recordings cannot answer dialogs; whoever watches does.
    page.on('dialog', (dialog) => void dialog.accept('somebody'));
    const runner = await createRunner(
      flow,
      new PuppeteerRunnerExtension(browser, page, { timeout: STEP_MS }),
    );
    await runner.run().catch((error: unknown) => errors.push(String(error)));
    const texts = await page.evaluate(() =>
      globalThis.flow?.elements().map((it) => (it.matches('html,head,body,script') ? '' : it.textContent)),
    );
    return { errors, text: (texts ?? []).join('\n') };
  } finally {
    await browser.close();
  }
}
