/** Chromium as Puppeteer starts it: a runner that knows nothing of capture. */

import puppeteer from 'puppeteer-core';
import type { Browser } from 'puppeteer-core';

import { launchOptions, STRANGER_HOST } from './chromium.ts';

/** Starts a browser in which every site has processes of its own. */
export function launchPuppeteer(): Promise<Browser> {
  const { executablePath, args } = launchOptions;
  if (executablePath === undefined) throw new Error('no Chromium');
  return puppeteer.launch({ executablePath, args: [...(args ?? []), '--site-per-process'] });
}

export { STRANGER_HOST };
