/** Lets go of what is kept back, with a moment for what is nearly known. */

import type { Env } from './env.ts';
import { BrowserPromise } from './primordials.ts';

/** How often it is looked whether somebody still has more to say. */
const STEP_MS = 10;

/** Lets everything go, and gives those who know more in a moment so many milliseconds. */
export function releaseWithin(env: Pick<Env, 'after' | 'releases'>, milliseconds: number): Promise<void> {
  return new BrowserPromise((resolve) => {
    const look = (left: number): void => {
      if (left > 0 && env.releases.now('announced')) {
        env.after(STEP_MS, () => {
          look(left - STEP_MS);
        });
      } else {
        env.releases.now('asked');
        resolve();
      }
    };
    look(milliseconds);
  });
}
