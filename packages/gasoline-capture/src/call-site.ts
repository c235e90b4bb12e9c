/**
 * Where the page called a watched method: `app.js:42`, or the whole frame.
 *
 * `Error.captureStackTrace` leaves out everything above the wrapper and, with a limit of one frame, costs about
 * 2 µs; a whole stack costs 6. Browsers without it get no call site.
 */

import { isCallable } from './callable.ts';
import { firstFrameText, firstPageFrame } from './page-frame.ts';
import type { PageWindow } from './page-window.ts';
import { apply, bareObject, get, getOwnPropertyDescriptor, indexOf, set } from './primordials.ts';

/** Names the caller of `wrapper`, which must be on the stack. */
export type FindCallSite = (wrapper: object) => string | undefined;

/** Far enough past built-in functions (`Array.forEach`) and other extensions' wrappers. */
const DEEPER_FRAMES = 6;

/** Finds `app.js:42` in one window. */
export function callSiteFinder(window: PageWindow): FindCallSite {
  return finder(window, firstPageFrame);
}

/** Finds `loadUser (https://host/app.js:42:7)` in one window: who asked for a request or a socket. */
export function initiatorFinder(window: PageWindow): FindCallSite {
  return finder(window, firstFrameText);
}

function finder(window: PageWindow, read: (stack: string) => string | undefined): FindCallSite {
  const errors = window.Error;
  const capture: unknown = getOwnPropertyDescriptor(errors, 'captureStackTrace')?.value;
  if (!isCallable(capture)) return () => undefined;
  const stackBelow = (wrapper: object): string => {
    const holder = bareObject();
    apply(capture, errors, [holder, wrapper]);
    const stack: unknown = get(holder, 'stack');
    return typeof stack === 'string' ? stack : '';
  };
  const find: FindCallSite = (wrapper) => {
    const top = withFrames(errors, 1, () => stackBelow(wrapper));
    if (!hasFrame(top)) return undefined;
    return read(top) ?? read(withFrames(errors, DEEPER_FRAMES, () => stackBelow(wrapper)));
  };
  return (wrapper) => {
    try {
      return find(wrapper);
    } catch {
      // An entry without a place is better than none.
      return undefined;
    }
  };
}

/**
 * Reads a stack with our own limit and the browser's own format, then puts back what the page had set. Where the
 * page made either setting an accessor or froze it, we would be noticed: no stack then.
 */
function withFrames(errors: object, frames: number, read: () => string): string {
  const limit = getOwnPropertyDescriptor(errors, 'stackTraceLimit');
  const format = getOwnPropertyDescriptor(errors, 'prepareStackTrace');
  if (limit?.writable !== true || (format !== undefined && format.writable !== true)) return '';
  try {
    set(errors, 'stackTraceLimit', frames);
    if (format !== undefined) set(errors, 'prepareStackTrace', undefined);
    return read();
  } finally {
    set(errors, 'stackTraceLimit', limit.value);
    if (format !== undefined) set(errors, 'prepareStackTrace', format.value);
  }
}

function hasFrame(stack: string): boolean {
  return indexOf(stack, '\n') >= 0;
}
