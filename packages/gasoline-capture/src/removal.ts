/**
 * Frames that are taken out of their page.
 *
 * `pagehide` is the last that happens there, in the middle of the turn that removes the frame; of what its window wanted to do
 * at the end of that turn, or later, nothing is done. So from then on everything leaves at once.
 */

import { isTopDocument } from './documents.ts';
import type { Env } from './env.ts';
import type { Uninstall } from './patch.ts';

/** Whether the window's frame is being removed. */
export interface Removal {
  /** True from `pagehide` on, until another document or the same one again is shown; always false where there is no frame. */
  readonly isUnderWay: () => boolean;
  readonly stopWatching: Uninstall;
}

/** Watches a frame, and lets everything go when it is removed. */
export function watchRemoval(env: Env): Removal {
  if (isTopDocument(env.window)) return { isUnderWay: () => false, stopWatching: () => undefined };
  const stopWatching = env.listen('pagehide', () => {
    env.releases.now('leaving');
  });
  return { isUnderWay: env.leaving.isUnderWay, stopWatching };
}
