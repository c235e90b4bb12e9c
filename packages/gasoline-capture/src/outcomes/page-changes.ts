/**
 * Changes of the document that an action may have caused.
 *
 * Some come without it: a clock, a ticker, a carousel. A place that changes again and again while nobody acts is restless, and
 * what happens there is nobody's effect. Others are how an element shows that it was pressed.
 */

import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';

import { createFeedbackTest } from './feedback.ts';
import { createMutationAccess } from './mutation-access.ts';
import { shadowRootsIn } from './shadow-roots.ts';
import { createUnrest } from './unrest.ts';

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

/** Changes looked at in one go; one that changes more than this has changed. */
const MAX_RECORDS = 200;

/** The changes of one window, from now on; `react` is called with those that may be an effect. */
export function createPageChanges(env: Env, react: () => void): PageChanges {
  const { watchMutations, dom, window } = env;
  if (watchMutations === undefined) return UNAVAILABLE;
  const access = createMutationAccess(window);
  const unrest = createUnrest(env);
  const isFeedback = createFeedbackTest(dom, access);
  let pressed: Element | undefined;
  /** The element pressed before: how it shows that may end only now. */
  let before: Element | undefined;
  let latest: Element | undefined;
  let isResting = true;
  let areAllSeen = true;
  let cancelRest: () => void = () => undefined;

  const observer = watchMutations((records) => {
    const count = records.length < MAX_RECORDS ? records.length : MAX_RECORDS;
    let isEffect = !isResting && records.length > MAX_RECORDS;
    for (let index = 0; index < count; index += 1) {
      const record = records[index];
      if (record === undefined) continue;
      const place = access.target(record);
      if (isResting) unrest.note(place);
      else if (!unrest.isRestless(place) && !isFeedback(record, pressed) && !isFeedback(record, before))
        isEffect = true;
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
      before = latest;
      pressed = latest = element;
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
