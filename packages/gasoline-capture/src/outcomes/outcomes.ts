/**
 * What an action of the user led to: `_outcome {effect, ms}` of its entry, sent when it is known.
 *
 * One action is watched at a time, from its entry on: until its effect has come to rest, until the time for one is over, or
 * until the next action. `none` says that nothing was seen within `ms`; where an effect may be hidden from us, nothing is said.
 */

import type { Activity, PageAct } from '../activity.ts';
import type { Amend } from '../emit.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { round } from '../primordials.ts';

import { isCounted } from './counted.ts';
import { watchEffectEvents } from './effect-events.ts';
import { createPageChanges } from './page-changes.ts';
import type { Action, Effect, Watched } from './watched.ts';

/** Follows the actions of one window. */
export interface Outcomes {
  /** An action was recorded. */
  acted(action: Action): void;
  stop(): void;
}

/** Makes them. */
export type CreateOutcomes = (env: Env, amend: Amend, activity: Activity) => Outcomes;

/** After its first effect an action is watched until nothing has happened for so long. */
const QUIET_MS = 500;

/** How long the effect of an action may take: of a form the document's five seconds. */
const LONGEST_MS: Readonly<Record<string, number>> = { click: 3000, doubleclick: 3000, submit: 5000 };

/** A page that asks its server every second does so without the user. */
const REQUEST_WITHIN_MS = 1000;

/** Entries that are effects of the action before them. */
const EFFECTS_BY_TYPE: Readonly<Record<string, Effect>> = {
  dialog: 'dialog',
  newtab: 'window',
  submit: 'submit',
};

/** Entries that say nothing about the action before them: they come when the subject has come to rest. */
const HELD_TYPES: Readonly<Record<string, true>> = { scroll: true, input: true };

/** The outcomes of one window. */
export const createOutcomes: CreateOutcomes = (env, amend, activity) => {
  let watched: Watched | undefined;
  const changes = createPageChanges(env, () => {
    noticed('mutation');
  });
  // A frame's click may change the document around it, which is not looked at.
  const seesEverything = env.window.top === env.window && changes.isAvailable;

  const end = (): void => {
    const ended = watched;
    watched = undefined;
    if (ended === undefined) return;
    ended.cancel();
    changes.rest();
    const ms = round(ended.effect === undefined ? env.now() - ended.since : ended.effectAfter);
    const effect = ended.effect ?? 'none';
    if (effect === 'none' && !(seesEverything && changes.areAllSeen())) return;
    amend('/enhanced-actions', ended.action.name, { _outcome: { effect, ms } });
  };
  const forget = (): void => {
    if (watched === undefined) return;
    watched.cancel();
    watched = undefined;
    // A hidden page may stay for hours: it is not observed all that time.
    changes.rest();
  };
  const noticed = (effect: Effect): void => {
    if (watched === undefined) return;
    if (watched.effect === undefined) {
      watched.effect = effect;
      watched.effectAfter = env.now() - watched.since;
    }
    watched.cancel();
    watched.cancel = env.after(QUIET_MS, end);
  };
  const begin = (action: Action, longest: number): void => {
    const cancel = env.after(longest, end);
    watched = { action, since: env.now(), effect: undefined, effectAfter: 0, cancel };
    changes.begin(action.element);
  };
  const stops: readonly Uninstall[] = [
    activity.watch((act) => {
      if (watched !== undefined && isEffect(act, watched.action.type, env.now() - watched.since))
        noticed(act);
    }),
    env.watchRoutes(() => {
      noticed('navigation');
    }),
    watchEffectEvents(env, () => watched, noticed),
    // What becomes of the action will not be seen here.
    env.releases.watch((occasion) => {
      if (occasion === 'leaving') forget();
    }),
    changes.stop,
  ];
  return {
    acted(action) {
      const effect = EFFECTS_BY_TYPE[action.type];
      if (effect !== undefined) noticed(effect);
      else if (HELD_TYPES[action.type] === true) return;
      const longest = LONGEST_MS[action.type];
      if (effect !== undefined && longest === undefined) return;
      end();
      if (longest !== undefined && isCounted(action.element, env.dom)) begin(action, longest);
    },
    stop() {
      forget();
      stops.forEach((stop) => {
        stop();
      });
    },
  };
};

/** A form waits for its answer; whatever else sends something has done what it was for. */
function isEffect(act: PageAct, type: string, after: number): boolean {
  if (type === 'submit') return act === 'answer';
  return act === 'message' || (act === 'request' && after <= REQUEST_WITHIN_MS);
}
