/** Lets go what is kept back for a while: a field being typed in, resources not reported yet. */

import type { Uninstall } from './patch.ts';
import { append } from './primordials.ts';
import { quiet } from './quiet.ts';

/** Somebody outside wants to see everything so far, or the page is about to be left or hidden. */
export type Occasion = 'asked' | 'leaving';

/** Who keeps something back, and the word to let it go. */
export interface Releases {
  readonly watch: (release: (occasion: Occasion) => void) => Uninstall;
  /** Everyone lets go, in the order in which they came. */
  readonly now: (occasion: Occasion) => void;
  /** Something is kept back for a moment, until the returned function is called. */
  readonly keep: () => Uninstall;
  /** Calls `begin` when something is kept back for a moment, and what that returned when nothing is any more. */
  readonly whileKeeping: (begin: () => Uninstall) => Uninstall;
}

type Release = (occasion: Occasion) => void;

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
      const silent = quiet(release);
      append(watching, silent);
      return () => {
        const others: Release[] = [];
        for (let index = 0; index < watching.length; index += 1) {
          const other = watching[index];
          if (other !== undefined && other !== silent) append(others, other);
        }
        watching = others;
      };
    },
    now(occasion) {
      for (let index = 0; index < watching.length; index += 1) watching[index]?.(occasion);
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
