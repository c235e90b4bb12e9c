/**
 * Which contexts are captured already.
 *
 * A suite that uses the fixture may run under `gasoline ci`, which captures it too: two copies of this code in one process, and one
 * binding for each context.
 */

import type { BrowserContext } from '@playwright/test';

import type { ContextCapture } from './public.ts';

type Captures = WeakMap<BrowserContext, ContextCapture>;

const KEY = Symbol.for('gasoline.playwright.captures');

/** Contexts of this process that are open, so that a test's end can ask them for what they still hold. */
const open = new Set<BrowserContext>();

/** The capture of a context, if it has one. */
export function captureOf(context: BrowserContext): ContextCapture | undefined {
  return captures().get(context);
}

/** Notes that a context is captured. */
export function rememberCapture(context: BrowserContext, capture: ContextCapture): ContextCapture {
  captures().set(context, capture);
  open.add(context);
  context.on('close', () => open.delete(context));
  return capture;
}

/** The captured contexts that are open. */
export function openContexts(): readonly BrowserContext[] {
  return [...open];
}

/** Waits until everything that open contexts captured has reached the server. */
export async function drainAll(): Promise<void> {
  await Promise.all(openContexts().map(async (context) => captureOf(context)?.drain()));
}

function captures(): Captures {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (isCaptures(known)) return known;
  const captures: Captures = new WeakMap();
  Object.defineProperty(globalThis, KEY, { value: captures });
  return captures;
}

function isCaptures(value: unknown): value is Captures {
  return value instanceof WeakMap;
}
