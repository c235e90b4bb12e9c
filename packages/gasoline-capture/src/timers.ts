/** Later and idle moments, by the window's own functions: a page that replaces or fakes its timers is not asked. */

import type { PageWindow } from './page-window.ts';
import { apply, getOwnPropertyDescriptor } from './primordials.ts';
import { quiet } from './quiet.ts';

/** Takes back what has not happened yet. */
export type Cancel = () => void;

/** When things may be done. */
export interface Timers {
  /** Runs a task after so many milliseconds. A task may fail; the page never hears of it. */
  readonly after: (milliseconds: number, task: () => void) => Cancel;
  /** Runs a task when the browser has nothing better to do, and before long in any case. */
  readonly whenIdle: (task: () => void) => Cancel;
}

/** A page that is never idle still has its work done. */
const IDLE_TIMEOUT_MS = 1000;

/** The timers of one window. */
export function createTimers(window: PageWindow): Timers {
  const { setTimeout, clearTimeout } = window;
  const after: Timers['after'] = (milliseconds, task) => {
    const timer = apply(setTimeout, window, [quiet(task), milliseconds]);
    return () => {
      apply(clearTimeout, window, [timer]);
    };
  };
  // Safari has no idle callbacks.
  if (getOwnPropertyDescriptor(window, 'requestIdleCallback') === undefined) {
    return { after, whenIdle: (task) => after(0, task) };
  }
  const { requestIdleCallback, cancelIdleCallback } = window;
  return {
    after,
    whenIdle(task) {
      const idle = apply(requestIdleCallback, window, [quiet(task), { timeout: IDLE_TIMEOUT_MS }]);
      return () => {
        apply(cancelIdleCallback, window, [idle]);
      };
    },
  };
}
