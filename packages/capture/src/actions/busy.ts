/** Whether the page shows that it is loading something. */

import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import type { Cancel } from '../timers.ts';

/**
 * What says so: the accessible ways, and the class names most component libraries use. Asked one by one: browsers
 * answer a plain attribute or class ten times faster than a list of them.
 */
const BUSY = [
  ...['[aria-busy="true"]', '[role="progressbar"]'],
  ...['.loading', '.is-loading', '.spinner', '.skeleton'],
];

/** A press that lasts longer, or ends in no click, says nothing about what comes after it. */
const PRESS_MS = 500;

/** What a window shows at the moment of an action. */
export interface BusyWatch {
  isBusy(): boolean;
  readonly stop: Uninstall;
}

/**
 * To see that nothing is loading takes looks at the whole page. A hand holds a button down for a tenth of a second before
 * that makes a click: in that time nothing waits for us, and what the page shows then is what the user acts upon.
 */
export function watchBusy(env: Env): BusyWatch {
  let seen: boolean | undefined;
  let seenAt = 0;
  let cancel: Cancel | undefined;
  const forget = (): void => {
    cancel?.();
    seen = undefined;
  };
  const stop = env.listen('pointerdown', () => {
    forget();
    cancel = env.after(0, () => {
      seen = looksBusy(env);
      seenAt = env.now();
    });
  });
  return {
    isBusy() {
      const known = env.now() - seenAt < PRESS_MS ? seen : undefined;
      forget();
      return known ?? looksBusy(env);
    },
    stop() {
      forget();
      stop();
    },
  };
}

/** Looks at the first element of each kind: an app that keeps hidden ones about is not searched for a visible one. */
function looksBusy({ window, dom }: Env): boolean {
  for (let index = 0; index < BUSY.length; index += 1) {
    const shown = dom.find(window.document, BUSY[index] ?? '');
    if (shown !== null && dom.isVisible(shown)) return true;
  }
  return false;
}
