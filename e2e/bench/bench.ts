/** What every group is given: a browser, a server, pages, and how much to do. */

import type { Browser } from '@playwright/test';

import type { Pages, TestPage } from '../support/pages.ts';
import type { Server } from '../support/server.ts';

import type { Effort } from './effort.ts';
import type { Figure } from './figure.ts';
import { openVariants } from './variants.ts';
import type { Variant } from './variants.ts';

/** The surroundings of one run. */
export interface Bench {
  readonly browser: Browser;
  readonly server: Server;
  readonly pages: Pages;
  readonly effort: Effort;
}

/** Measures a few figures and hands each over as it becomes known. */
export type Group = (bench: Bench, add: (figure: Figure) => void) => Promise<void>;

/** Documents of their own group of windows get a clock of 5 µs instead of 100. */
const PRECISE_CLOCK = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** A page whose clock is as precise as clocks of pages get. */
export function precise(body: string): TestPage {
  return { body: `<!doctype html><meta charset="utf-8">${body}`, headers: PRECISE_CLOCK };
}

/** Opens every variant at an address, and closes them whatever happens. */
export async function withVariants(
  { browser, server }: Bench,
  url: string,
  use: (variants: readonly Variant[]) => Promise<void>,
  early = '',
): Promise<void> {
  const variants = await openVariants(browser, server, early);
  try {
    for (const { page } of variants) await page.goto(url);
    await use(variants);
  } finally {
    for (const variant of variants) await variant.close();
  }
}
