/** The time of day, also where somebody who came before us has put a clock of his own in its place. */

import { getter } from './dom.ts';
import { isCallable } from './callable.ts';
import type { PageWindow } from './page-window.ts';
import { apply, get, indexOf } from './primordials.ts';

/** Epoch milliseconds. */
export type Clock = () => number;

/**
 * The clock of one window. A test tool that fakes time replaces `Date`; what the browser stamps on new files it leaves
 * alone, and entries must not be of the year 2001 because a test plays in it.
 */
export function createClock(window: PageWindow): Clock {
  const { now } = window.Date;
  if (isNative(now, window) || !isCallable(get(window, 'File'))) return () => now();
  const lastModified = getter(window.File.prototype, 'lastModified');
  const OriginalFile = window.File;
  return () => lastModified(new OriginalFile([], ''));
}

function isNative(method: () => number, { Function }: PageWindow): boolean {
  return indexOf(apply(Function.prototype.toString, method, []), '[native code]') >= 0;
}
