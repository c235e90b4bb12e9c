/**
 * Lets `Function.prototype.toString` answer for replaced functions, itself included, as for the originals.
 *
 * Pages test for native code (`/native code/.test(String(fetch))`) and load a polyfill where the test fails.
 */

import { undisguised } from './disguise.ts';
import { removeOwnFrames } from './own-frames.ts';
import type { PageWindow } from './page-window.ts';
import { replaceMethod } from './patch.ts';
import type { Uninstall } from './patch.ts';
import { apply } from './primordials.ts';

/** Installs the mask; one per window. */
export function maskSource(window: PageWindow): Uninstall {
  return replaceMethod(window.Function.prototype, 'toString', (original) => (_target, receiver) => {
    try {
      return apply(original, undisguised(receiver), []);
    } catch (error) {
      removeOwnFrames(error);
      throw error;
    }
  });
}
