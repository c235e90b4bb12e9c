/** Installs everything, once per window. */

import { createEmit } from './emit.ts';
import type { PageIdentity } from './emit.ts';
import type { Env } from './env.ts';
import { instrumentConsole } from './instrument/console.ts';
import { instrumentExceptions } from './instrument/exceptions.ts';
import { maskSource } from './mask-source.ts';
import type { PageWindow } from './page-window.ts';
import type { Uninstall } from './patch.ts';
import { createBatches } from './sink.ts';
import type { BatchLimits, Sink } from './sink.ts';

/** How to capture. */
export interface CaptureOptions {
  readonly identity?: PageIdentity;
  readonly limits?: BatchLimits;
}

/** Half of what the server takes in one request; 768 KB at three bytes a character. */
const DEFAULT_LIMITS: BatchLimits = { entries: 500, characters: 262_144 };

/** Marks the window. Extension and CI script may meet in one page, and each bundle has its own module state. */
const INSTALLED = Symbol.for('gasoline.capture');

/** Captures the page until the returned function is called. The first to start in a window wins. */
export function startCapture(env: Env, sink: Sink, options: CaptureOptions = {}): Uninstall {
  if (!claim(env.window)) return () => undefined;
  const batches = createBatches(env, sink, options.limits ?? DEFAULT_LIMITS);
  const emit = createEmit(env, batches, options.identity ?? {});
  const uninstalls = [maskSource(env.window), instrumentConsole(emit, env), instrumentExceptions(emit, env)];
  return () => {
    uninstalls.reverse().forEach((uninstall) => {
      uninstall();
    });
    batches.flush();
    sink.close();
    Reflect.deleteProperty(env.window, INSTALLED);
  };
}

function claim(window: PageWindow): boolean {
  if (Object.hasOwn(window, INSTALLED)) return false;
  return Reflect.defineProperty(window, INSTALLED, { value: true, configurable: true });
}
