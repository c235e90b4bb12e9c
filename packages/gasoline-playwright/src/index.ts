/** Gasoline for Playwright. */

import type {
  BrowserContext,
  Expect,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test';
import { expect as playwrightExpect } from '@playwright/test';

import { captureWith } from './capture-context.ts';
import { installedScripts } from './capture-script.ts';
import { gasolineTest } from './fixture.ts';
import type {
  CaptureContextOptions,
  ContextCapture,
  GasolineFixtures,
  GasolineTestOptions,
  GasolineWorkerOptions,
} from './public.ts';

export type * from './public.ts';

/** Playwright's `test`: every page, popup and context of the test is captured. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & GasolineFixtures & GasolineTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & GasolineWorkerOptions
> = gasolineTest;

/** Playwright's `expect`. */
export const expect: Expect = playwrightExpect;

/** Captures a context that Playwright's `test` did not make. Call it before the context has pages. */
export function captureContext(
  context: BrowserContext,
  options: CaptureContextOptions,
): Promise<ContextCapture> {
  return captureWith(context, options, installedScripts);
}
