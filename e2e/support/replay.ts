/** Replays a recording as Chrome's Recorder does, with its own library. */

import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';
import type { Step } from '@puppeteer/replay';
import type { Browser } from 'puppeteer-core';

/** A step that finds nothing fails after this. */
const STEP_MS = 6000;

/** A page that has not asked for anything for so long has come to rest. */
const REST_MS = 50;

/** The outcome of a recording: errors of the page or of a step, and whether the page shows what it was all for. */
export interface Replay {
  readonly errors: readonly string[];
  readonly isReached: boolean;
}

/** As the Recorder does at its slower speeds: an element that is found while the page still changes may be gone when clicked. */
class Unhurried extends PuppeteerRunnerExtension {
  /** The step at work, which the library's errors do not name. */
  step: Step | undefined;

  override async beforeEachStep(step: Step): Promise<void> {
    this.step = step;
    await this.page.waitForNetworkIdle({ idleTime: REST_MS, timeout: STEP_MS }).catch(() => undefined);
  }
}

/** Runs a recording as a visitor nobody knows, and waits for the goal. */
export async function replay(recording: string, goal: string, browser: Browser): Promise<Replay> {
  const flow = parse(JSON.parse(recording));
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    // Recordings cannot answer dialogs; the test does.
    page.on('dialog', (dialog) => void dialog.accept('somebody'));
    const steps = new Unhurried(browser, page, { timeout: STEP_MS });
    const runner = await createRunner(flow, steps);
    await runner
      .run()
      .catch((error: unknown) => errors.push(`${String(error)} at ${JSON.stringify(steps.step)}`));
    const isReached = await page.waitForFunction(shows, { timeout: STEP_MS }, goal).then(
      () => true,
      () => false,
    );
    return { errors, isReached };
  } finally {
    await context.close();
  }
}

/** Whether a text stands on the page, shadow roots included; runs in the page. */
function shows(text: string): boolean {
  const elements = globalThis.flow?.elements() ?? [];
  return elements.some((it) => !it.matches('html,head,script') && it.textContent.includes(text));
}
