/** Lets go what is kept back for a while: a field being typed in, resources not reported yet, a body being read. */

import type { Uninstall } from './patch.ts';
import { append, without } from './primordials.ts';

/**
 * Somebody outside wants to see everything so far, or will want to in a moment, or the page is about to be left or hidden.
 */
export type Occasion = 'announced' | 'asked' | 'leaving';

/** Lets go. When that is only announced, what is whole in a moment may stay: true says so. */
export type Release = (occasion: Occasion) => unknown;

/** Who keeps something back, and the word to let it go. */
export interface Releases {
  readonly watch: (release: Release) => Uninstall;
  /** Everyone lets go, in the order in which they came. Whether anybody has more to say in a moment. */
  readonly now: (occasion: Occasion) => boolean;
  /** Something is kept back for a moment, until the returned function is called. */
  readonly keep: () => Uninstall;
  /** Calls `begin` when something is kept back for a moment, and what that returned when nothing is any more. */
  readonly whileKeeping: (begin: () => Uninstall) => Uninstall;
}

/** The releases of one window. */
export function createReleases(): Releases {
  let watching: Release[] = [];
  let kept = 0;
  let begin: (() => Uninstall) | undefined;
  let end: Uninstall | undefined;
  const stop = (): void => {
    end?.();
    end = undefined;
  };
  return {
    watch(release) {
      append(watching, release);
      return () => {
        watching = without(watching, release);
      };
    },
    now(occasion) {
      let isMoreComing = false;
      for (let index = 0; index < watching.length; index += 1)
        if (letsGoMore(watching[index], occasion)) isMoreComing = true;
      return isMoreComing;
    },
    keep() {
      kept += 1;
      if (kept === 1) end = begin?.();
      return () => {
        kept -= 1;
        if (kept === 0) stop();
      };
    },
    whileKeeping(react) {
      begin = react;
      if (kept > 0) end = react();
      return () => {
        begin = undefined;
        stop();
      };
    },
  };
}

function letsGoMore(release: Release | undefined, occasion: Occasion): boolean {
  try {
    return release?.(occasion) === true;
  } catch {
    // The caller must not learn of it.
    return false;
  }
}
