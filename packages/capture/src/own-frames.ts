/**
 * Takes our wrappers out of the top of an error's stack, where the page's own call should stand.
 *
 * Only browsers' errors of calls that went through us have such frames. A page that formats stacks itself sees them.
 */

import type { PageWindow } from './page-window.ts';
import { OWN_SCHEME } from './page-frame.ts';
import { apply, get, getOwnPropertyDescriptor, indexOf, slice } from './primordials.ts';

/** Cleans one error; anything else, and errors of the page's own making, stay as they are. */
export type RemoveOwnFrames = (error: unknown) => void;

/** The cleaner of one window. */
export function ownFrameRemover(window: PageWindow): RemoveOwnFrames {
  const { Error: WindowError } = window;
  const native = getOwnPropertyDescriptor(new WindowError(), 'stack');

  const clean = (error: object): void => {
    const descriptor = getOwnPropertyDescriptor(error, 'stack');
    if (descriptor?.get === undefined || descriptor.get !== native?.get || descriptor.set === undefined)
      return;
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

/** The stack without the frames of ours with which it begins. */
export function withoutOwnFrames(stack: string): string {
  const first = indexOf(stack, '\n    at ');
  if (first < 0) return stack;
  let start = first;
  for (let end = lineEnd(stack, start); isOwnFrame(slice(stack, start, end)); end = lineEnd(stack, start)) {
    start = end;
  }
  return start === first ? stack : slice(stack, 0, first) + slice(stack, start);
}

function lineEnd(stack: string, start: number): number {
  const end = indexOf(stack, '\n', start + 1);
  return end < 0 ? stack.length : end;
}

function isOwnFrame(line: string): boolean {
  return indexOf(line, `(${OWN_SCHEME}`) > 0 || indexOf(line, `at ${OWN_SCHEME}`) > 0;
}
