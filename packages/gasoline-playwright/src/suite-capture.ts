/**
 * Captures every context that a worker process makes, no matter who asks for it: fixtures, `browser.newContext()`, `browser.newPage()`,
 * `launchPersistentContext()`.
 *
 * Playwright tells its own fixtures of new contexts through one object, and takes further listeners there.
 */

import type { BrowserContext, TestInfo } from '@playwright/test';

import type { CaptureScripts } from './capture-script.ts';
import { captureOf, openContexts } from './captured-contexts.ts';
import { captureOn } from './capture-context.ts';
import { captureFailure } from './failure-evidence.ts';
import type { FailurePicture } from './failure-evidence.ts';
import type { AiContextOptions, CaptureMode } from './public.ts';
import type { ServerLink } from './server-link.ts';
import { hasFailed, testIdentity } from './test-identity.ts';
import type { Abilities } from './version.ts';

/** How the contexts of a suite are captured. */
export interface SuiteSettings {
  readonly link: ServerLink;
  readonly scripts: CaptureScripts;
  readonly abilities: Abilities;
  readonly mode?: CaptureMode | undefined;
  readonly aiContext?: AiContextOptions | false | undefined;
  /** The test this process is at. */
  readonly currentTest: () => TestInfo | undefined;
  /** Called for every test that a context is made or something is captured for. */
  readonly onTest?: (info: TestInfo) => void;
}

/** Captures contexts, and looks at them when their test has failed. */
export class SuiteCapture {
  readonly #settings: SuiteSettings;
  /** Pictures by the id of the test they were taken for. */
  readonly #pictures = new Map<string, FailurePicture[]>();
  /** Tests whose failure in a context was looked at already. */
  readonly #seen = new WeakMap<BrowserContext, Set<string>>();

  constructor(settings: SuiteSettings) {
    this.#settings = settings;
  }

  /** Captures a new context. Nothing that goes wrong here is a matter of the test. */
  async capture(context: BrowserContext): Promise<void> {
    const { link, scripts, abilities, mode, aiContext } = this.#settings;
    const currentTest = (): string | undefined => this.#currentId();
    const beforeClose = (): Promise<void> => this.#lookIfFailed(context);
    currentTest();
    try {
      await captureOn(context, { link, scripts, abilities, mode, aiContext, currentTest, beforeClose });
    } catch (error) {
      link.turnOff(`a browser context could not be prepared (${String(error)})`);
    }
  }

  /** Looks at open contexts if the test has failed, and waits until what they captured has reached the server. */
  async finishTest(): Promise<void> {
    await Promise.all(
      openContexts().map(async (context) => {
        await this.#lookIfFailed(context);
        await captureOf(context)?.drain();
      }),
    );
  }

  /** The pictures that were taken of a test, handed out once. */
  takePictures(testId: string): readonly FailurePicture[] {
    const pictures = this.#pictures.get(testId) ?? [];
    this.#pictures.delete(testId);
    return pictures;
  }

  #currentId(): string | undefined {
    const info = this.#settings.currentTest();
    if (info === undefined) return undefined;
    this.#settings.onTest?.(info);
    return testIdentity(info);
  }

  async #lookIfFailed(context: BrowserContext): Promise<void> {
    const info = this.#settings.currentTest();
    if (info === undefined || !hasFailed(info)) return;
    const id = testIdentity(info);
    const seen = this.#seen.get(context) ?? new Set();
    this.#seen.set(context, seen);
    if (seen.has(id)) return;
    seen.add(id);
    const taken = await captureFailure(context, this.#settings.link, {
      testId: id,
      failure: info.errors[0]?.message,
    }).catch(() => []);
    this.#pictures.set(id, [...(this.#pictures.get(id) ?? []), ...taken]);
  }
}

interface Instrumentation {
  addListener(listener: object): void;
  removeListener?(listener: object): void;
}

/** Listens for new contexts on an object of Playwright's API; the end of listening, or undefined where it offers no way. */
export function listenForContexts(
  owner: object,
  capture: (context: BrowserContext) => Promise<void>,
): (() => void) | undefined {
  const instrumentation: unknown = Reflect.get(owner, '_instrumentation');
  if (!isInstrumentation(instrumentation)) return undefined;
  // The second name is the one before about 1.50.
  const listener = { runAfterCreateBrowserContext: capture, onDidCreateBrowserContext: capture };
  instrumentation.addListener(listener);
  return () => instrumentation.removeListener?.(listener);
}

function isInstrumentation(value: unknown): value is Instrumentation {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'addListener') === 'function'
  );
}
