/**
 * The same page in three variants: without capture; with capture whose batches end in nothing, which isolates what the
 * instruments cost; and with capture through the binding to a real server, which is what a test suite gets.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import type { Server } from '../support/server.ts';

/** In the order of a round; the first is what the others are compared with. */
export const VARIANTS = ['without', 'instruments', 'binding'] as const;

/** The name of a variant. */
export type VariantName = (typeof VARIANTS)[number];

/** A page of one variant. */
export interface Variant {
  readonly name: VariantName;
  readonly page: Page;
  readonly session: CDPSession;
  close(): Promise<void>;
}

/** The script people's tests run. */
export async function captureScript(): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve('gasoline-ci/min'), 'utf8');
}

/** Takes batches and forgets them. */
export const NO_OP_BINDING = `Object.defineProperty(globalThis, '__gasolineBinding', {
  value: () => undefined, configurable: true
});`;

/** Opens each variant in a context, and so in a renderer process, of its own. `early` runs before capture. */
export async function openVariants(
  browser: Browser,
  server: Server,
  early = '',
): Promise<readonly Variant[]> {
  const script = await captureScript();
  const prepare: Readonly<Record<VariantName, (context: BrowserContext) => Promise<unknown>>> = {
    without: () => Promise.resolve(),
    instruments: (context) => context.addInitScript({ content: `${NO_OP_BINDING}\n${script}` }),
    binding: (context) => captureContext(context, { port: server.port, testId: 'bench' }),
  };
  const variants: Variant[] = [];
  for (const name of VARIANTS) {
    const context = await browser.newContext();
    if (early !== '') await context.addInitScript({ content: early });
    await prepare[name](context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Time the thread spent working: the wall clock would count whatever else the machine does.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    variants.push({ name, page, session, close: () => context.close() });
  }
  return variants;
}
