/**
 * Takes our wrappers out of an error's stack.
 *
 * Only errors of calls that went through us have such frames: the browser's at the top, and below that those of page
 * code that the browser called meanwhile. A page that formats stacks itself sees them.
 */

import type { PageWindow } from './page-window.ts';
import { OWN_SCHEME } from './page-frame.ts';
import { apply, get, getOwnPropertyDescriptor, indexOf, slice } from './primordials.ts';

/** Cleans one error; anything else, and errors of the page's own making, stay as they are. */
export type RemoveOwnFrames = (error: unknown) => void;

/** The cleaner of one window. */
export function ownFrameRemover(window: Pick<PageWindow, 'Error'>): RemoveOwnFrames {
  const { Error: WindowError } = window;
  let native: PropertyDescriptor | undefined;
  // Not before it is needed: an error made while our script starts costs half of that start, because the browser looks
  // up the line of each frame in code it has only just skimmed.
  const nativeStack = (): PropertyDescriptor | undefined => {
    native ??= getOwnPropertyDescriptor(new WindowError(), 'stack');
    return native;
  };

  const clean = (error: object): void => {
    const descriptor = getOwnPropertyDescriptor(error, 'stack');
    if (descriptor?.get === undefined || descriptor.set === undefined) return;
    if (descriptor.get !== nativeStack()?.get) return;
    const stack: unknown = apply(descriptor.get, error, []);
    if (typeof stack !== 'string') return;
    const cleaned = withoutOwnFrames(stack);
    if (cleaned !== stack) apply(descriptor.set, error, [cleaned]);
  };
  return (error) => {
    if (typeof error !== 'object' || error === null) return;
    try {
      // Reading a stack would run the page's formatter.
      if (get(WindowError, 'prepareStackTrace') === undefined) clean(error);
    } catch {
      // A proxy. The page gets what it threw.
    }
  };
}

/** The cleaner of the window this script runs in. */
export const removeOwnFrames: RemoveOwnFrames = ownFrameRemover(globalThis);

/** The stack without frames of ours. */
export function withoutOwnFrames(stack: string): string {
  const first = indexOf(stack, '\n    at ');
  if (first < 0 || indexOf(stack, OWN_SCHEME, first) < 0) return stack;
  let cleaned = slice(stack, 0, first);
  for (let start = first; start < stack.length;) {
    const end = lineEnd(stack, start);
    const line = slice(stack, start, end);
    if (!isOwnFrame(line)) cleaned += line;
    start = end;
  }
  return cleaned;
}

function lineEnd(stack: string, start: number): number {
  const end = indexOf(stack, '\n', start + 1);
  return end < 0 ? stack.length : end;
}

function isOwnFrame(line: string): boolean {
  return indexOf(line, `(${OWN_SCHEME}`) > 0 || indexOf(line, `at ${OWN_SCHEME}`) > 0;
}
