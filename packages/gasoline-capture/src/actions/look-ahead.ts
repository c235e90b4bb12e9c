/**
 * What an action tells of the page takes looks all over it. A hand holds a button down for a tenth of a second before that
 * makes a click, and in that time nothing waits for us: it is looked up then, and holds as long as the document does not
 * change.
 */

import type { Selectors } from 'gasoline-wire';

import type { Env } from '../env.ts';
import type { JsonText } from '../json.ts';
import type { Uninstall } from '../patch.ts';
import type { Cancel } from '../timers.ts';

import { createChangeWatch } from './changes.ts';
import { clickedElement } from './target.ts';

/** Looks at the page as it is. */
export interface Looks {
  readonly selectorsOf: (element: Element | undefined) => JsonText<Selectors> | undefined;
  /** Whether it shows that it is loading something. */
  readonly isBusy: () => boolean;
}

/** What was seen while a button was held. */
interface Seen {
  readonly element: Element | undefined;
  readonly selectors: JsonText<Selectors> | undefined;
  readonly isBusy: boolean;
}

/** A press that lasts longer, or ends in no click, says nothing about what comes after it. */
const PRESS_MS = 500;

/** The same looks, taken ahead of clicks. */
export function lookAhead(looks: Looks, env: Env): Looks & { readonly stop: Uninstall } {
  const changes = createChangeWatch(env);
  let seen: Seen | undefined;
  let cancel: Cancel | undefined;
  const forget = (): void => {
    cancel?.();
    changes.stop();
    seen = undefined;
  };
  const look = (element: Element | undefined): void => {
    changes.watch(element);
    seen = { element, selectors: looks.selectorsOf(element), isBusy: looks.isBusy() };
    cancel = env.after(PRESS_MS, forget);
  };
  /** A caller that asks before there was time to look ahead needs no look afterwards. */
  const stillSeen = (): Seen | undefined => {
    if (seen === undefined || changes.isChanged()) forget();
    return seen;
  };
  const stop = env.listen('pointerdown', (event) => {
    forget();
    const element = clickedElement(event, env.dom);
    cancel = env.after(0, () => {
      look(element);
    });
  });
  return {
    selectorsOf(element) {
      const known = stillSeen();
      return known?.element === element ? known?.selectors : looks.selectorsOf(element);
    },
    isBusy: () => stillSeen()?.isBusy ?? looks.isBusy(),
    stop() {
      forget();
      stop();
    },
  };
}
