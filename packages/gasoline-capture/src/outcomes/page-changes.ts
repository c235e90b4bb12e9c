/**
 * Changes of the document that an action may have caused.
 *
 * Some come without it: a clock, a ticker, a carousel. A place that changes again and again while nobody acts is restless, and
 * what happens there is nobody's effect. Others are how an element shows that it was pressed.
 */

import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { createWeakMap } from '../primordials.ts';

import { createFeedbackTest } from './feedback.ts';
import { createMutationAccess } from './mutation-access.ts';
import { shadowRootsIn } from './shadow-roots.ts';

/** Changes of the page, after an action and at rest. */
export interface PageChanges {
  readonly isAvailable: boolean;
  /** An action begins: from here on changes are reported. */
  begin(pressed: Element | undefined): void;
  /** It is over. For a while it is noted what changes by itself. */
  rest(): void;
  /** Whether no part of the document was too large to be observed. */
  areAllSeen(): boolean;
  stop: Uninstall;
}

/** How long it is noted, after an action and at the start, what changes by itself. */
const REST_MS = 4000;

/** A place that changed so often at rest, with so long between, is restless. */
const RESTLESS_TIMES = 3;
const RESTLESS_APART_MS = 300;

/** Changes looked at in one go; one that changes more than this has changed. */
const MAX_RECORDS = 200;

/** How often a place has changed at rest. */
interface Unrest {
  times: number;
  at: number;
}

/** The changes of one window, from now on; `react` is called with those that may be an effect. */
export function createPageChanges(env: Env, react: () => void): PageChanges {
  const { watchMutations, dom, window } = env;
  if (watchMutations === undefined) return UNAVAILABLE;
  const access = createMutationAccess(window);
  const unrest = createWeakMap<Unrest>();
  const isFeedback = createFeedbackTest(dom, access);
  let pressed: Element | undefined;
  let isResting = true;
  let areAllSeen = true;
  let cancelRest: () => void = () => undefined;

  const isRestless = (place: Node): boolean => (unrest.get(place)?.times ?? 0) >= RESTLESS_TIMES;
  const noteUnrest = (place: Node): void => {
    const now = env.now();
    const known = unrest.get(place);
    if (known === undefined) unrest.set(place, { times: 1, at: now });
    else if (now - known.at >= RESTLESS_APART_MS) {
      known.times += 1;
      known.at = now;
    }
  };
  const observer = watchMutations((records) => {
    const count = records.length < MAX_RECORDS ? records.length : MAX_RECORDS;
    let isEffect = !isResting && records.length > MAX_RECORDS;
    for (let index = 0; index < count; index += 1) {
      const record = records[index];
      if (record === undefined) continue;
      const place = access.target(record);
      if (isResting) noteUnrest(place);
      else if (!isRestless(place) && !isFeedback(record, pressed)) isEffect = true;
    }
    if (isEffect) react();
  });
  const observeAll = (): void => {
    observer.stop();
    observer.observe(window.document);
    const roots = shadowRootsIn(window.document, dom);
    areAllSeen = roots !== undefined;
    roots?.forEach((root) => {
      observer.observe(root);
    });
  };
  const rest = (): void => {
    isResting = true;
    pressed = undefined;
    cancelRest();
    cancelRest = env.after(REST_MS, observer.stop);
  };
  env.whenIdle(() => {
    if (pressed !== undefined) return;
    observeAll();
    rest();
  });
  return {
    isAvailable: true,
    begin(element) {
      cancelRest();
      isResting = false;
      pressed = element;
      observeAll();
    },
    rest,
    areAllSeen: () => areAllSeen,
    stop() {
      cancelRest();
      observer.stop();
    },
  };
}

const UNAVAILABLE: PageChanges = {
  isAvailable: false,
  begin: () => undefined,
  rest: () => undefined,
  areAllSeen: () => false,
  stop: () => undefined,
};
