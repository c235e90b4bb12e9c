/** Chromium as Puppeteer starts it: a runner that knows nothing of capture. */

import puppeteer from 'puppeteer-core';
import type { Browser, Target } from 'puppeteer-core';

import { EXTENSION, launchOptions, STRANGER_HOST } from './chromium.ts';

/** A browser with the extension, and a way to end its service worker, which Playwright does not survive. */
export interface ExtensionBrowser {
  readonly browser: Browser;
  /** Evaluates an expression in the extension's worker. */
  inWorker(expression: string): Promise<unknown>;
  /** Ends the worker as Chrome does with an idle one: at once, and without a word to it. */
  stopWorker(): Promise<void>;
  /** Whether a worker runs. One that is needed starts again at once. */
  hasWorker(): boolean;
  /** What the worker's heap holds after a collection. */
  heapBytes(): Promise<number>;
}

/** Starts a browser with the extension. */
export async function launchPuppeteerWithExtension(port: number): Promise<ExtensionBrowser> {
  const browser = await launchPuppeteer([
    `--load-extension=${EXTENSION}`,
    `--disable-extensions-except=${EXTENSION}`,
  ]);
  const isWorker = (target: Target): boolean => target.url().endsWith('/worker.js');
  const workerTarget = (): Promise<Target> => browser.waitForTarget(isWorker);
  const inWorker = async (expression: string): Promise<unknown> => {
    const worker = await (await workerTarget()).worker();
    if (worker === null) throw new Error('the worker is gone');
    return worker.evaluate(expression);
  };
  await inWorker(`chrome.storage.local.set({ serverPort: ${port} })`);
  return {
    browser,
    inWorker,
    async stopWorker() {
      await (await (await workerTarget()).worker())?.close();
    },
    hasWorker: () => browser.targets().some(isWorker),
    async heapBytes() {
      const session = await (await workerTarget()).createCDPSession();
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      await session.detach();
      return usedSize;
    },
  };
}

/** Starts a browser in which every site has processes of its own. */
export function launchPuppeteer(further: readonly string[] = []): Promise<Browser> {
  const { executablePath, args } = launchOptions;
  if (executablePath === undefined) throw new Error('no Chromium');
  return puppeteer.launch({
    executablePath,
    args: [...(args ?? []), '--site-per-process', ...further],
    ...(further.length > 0 ? { ignoreDefaultArgs: ['--disable-extensions'] } : {}),
  });
}

export { STRANGER_HOST };
