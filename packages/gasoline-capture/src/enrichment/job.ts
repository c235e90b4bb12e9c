/** What is to be found out about one error, step by step. */

import type { AiContext, MissingContext } from 'gasoline-wire';

import type { Amendment, EntryName } from '../emit.ts';
import { encode, JsonText } from '../json.ts';
import type { Encodable } from '../json.ts';
import { bareRecord, deleteProperty, objectKeys } from '../primordials.ts';
import type { AiContextSettings } from '../settings.ts';
import type { Stores } from '../stores.ts';

import { ancestryOf } from './ancestry.ts';
import type { ComponentStack } from './component-stack.ts';
import { findStore } from './find-store.ts';
import type { Origin, Origins } from './origins.ts';
import type { IsLate } from './page-object.ts';
import type { StateChanges } from './state-changes.ts';
import { snapshotOf } from './state.ts';
import { hasSvelte } from './svelte.ts';

/** An error about to be reported. */
export interface ErrorInHand {
  /** As its entry says. */
  readonly type: 'console' | 'exception';
  readonly message: string;
}

/** What was known at the moment of an error. */
interface Moment {
  readonly at: number;
  readonly elements: readonly Element[];
  readonly origins: readonly Origin[];
  readonly stack: ComponentStack | undefined;
}

/** One error, and what has been found out about it. */
export interface Job extends Moment {
  readonly error: ErrorInHand;
  /** As it is now: settings may change, or come, after the error. */
  wanted: AiContextSettings;
  stack: ComponentStack | undefined;
  /** Steps behind us. */
  taken: number;
  /** How often a step was done. */
  tries: number;
  /** The step that came too late and is done once more. */
  repeated: number | undefined;
  isDone: boolean;
  isSent: boolean;
  /** Parts by name. */
  readonly parts: Record<string, Encodable>;
  readonly missing: Record<string, string>;
  /** Entries that wait for the result. */
  readonly entries: EntryName[];
  /** Entries it was or will be sent for. */
  followers: number;
}

/** What a step may look at. */
export interface Surroundings {
  readonly window: object;
  readonly origins: Origins;
  readonly stores: Stores;
  readonly changes: StateChanges;
}

/** Finds out one part. */
interface Step {
  readonly part: keyof MissingContext & keyof AiContext;
  readonly isWanted: (wanted: AiContextSettings) => boolean;
  readonly run: (job: Job, surroundings: Surroundings, isLate: IsLate) => void;
}

const NO_SNIPPETS =
  'nobody outside of the page to fetch source maps: use the extension or the Playwright fixture';

const NO_STORE = 'no store found; `window.__gasoline.registerStore(name, store)` names one';

const SVELTE_TELLS_NOTHING = 'production builds of Svelte do not tell which component an element belongs to';

const AT_THE_BEGINNING = {
  taken: 0,
  tries: 0,
  repeated: undefined,
  isDone: false,
  isSent: false,
  followers: 0,
};

/** A job of which nothing is done. */
export function createJob(error: ErrorInHand, wanted: AiContextSettings, moment: Moment): Job {
  const found = { parts: bareRecord<Encodable>(), missing: bareRecord<string>(), entries: [] };
  return { error, wanted, ...moment, ...found, ...AT_THE_BEGINNING };
}

/** Whether an error gets the same answer as a job's: it is the same one at the same place. */
export function isFollowedBy(
  job: Job,
  { type, message }: ErrorInHand,
  elements: readonly Element[],
): boolean {
  if (job.error.type !== type || job.error.message !== message) return false;
  return job.elements[0] === elements[0] && job.elements[1] === elements[1];
}

/**
 * Does the next step. Whatever it fails at, it is behind us; only where it came too late it is done once more. A machine
 * that is busy elsewhere takes the time away from a page that is not slow at all.
 */
export function advance(job: Job, surroundings: Surroundings, isLate: IsLate): void {
  const step = next(job);
  const number = job.taken;
  job.tries += 1;
  job.taken += 1;
  if (step !== undefined) deleteProperty(job.missing, step.part);
  try {
    step?.run(job, surroundings, isLate);
    if (step !== undefined && isLate()) {
      job.missing[step.part] = 'cut short: out of time';
      if (job.repeated !== number) job.taken = job.repeated = number;
    }
  } catch {
    if (step !== undefined) job.missing[step.part] = 'the page answered with an error';
  }
  job.isDone = next(job) === undefined;
}

/** Leaves out the steps that are left. */
export function giveUp(job: Job): void {
  for (let step = next(job); step !== undefined; step = next(job)) {
    job.missing[step.part] ??= 'left out: out of time';
    job.taken += 1;
  }
  job.isDone = true;
}

/** The next step that is wanted. */
function next(job: Job): Step | undefined {
  while (job.taken < STEPS.length && STEPS[job.taken]?.isWanted(job.wanted) !== true) job.taken += 1;
  return STEPS[job.taken];
}

/** What is sent for each entry of a job. */
export function amendmentOf({ error, wanted, parts, missing }: Job): Amendment {
  if (wanted.sourceSnippets === 'unavailable') missing['sourceSnippets'] = NO_SNIPPETS;
  const gaps = objectKeys(missing).length > 0 ? { missing: new JsonText(encode(missing)) } : {};
  return {
    type: error.type,
    // Otherwise somebody adds the source, and says it then.
    ...(wanted.sourceSnippets === 'outside' ? {} : { enrichment: 'done' }),
    _aiContext: new JsonText(encode({ ...parts, ...gaps })),
  };
}

function addAncestry(job: Job, surroundings: Surroundings, isLate: IsLate): void {
  const { elements, error } = job;
  const { apps } = surroundings.origins;
  const hasElement = elements.length > 0;
  const ancestry = ancestryOf({ ...job, hasElement, apps, mayBeCaught: error.type === 'console' }, isLate);
  if (typeof ancestry !== 'string') job.parts['componentAncestry'] = new JsonText(encode({ ...ancestry }));
  else job.missing['componentAncestry'] = hasSvelte(surroundings.window) ? SVELTE_TELLS_NOTHING : ancestry;
}

function addState(job: Job, { origins, stores, changes }: Surroundings, isLate: IsLate): void {
  const store = findStore(stores, job.origins, origins.apps, isLate);
  if (store === undefined) {
    job.missing['stateSnapshot'] = NO_STORE;
    return;
  }
  const { text, isCut } = snapshotOf(store, job.error.message, changes.before(job.at, store), isLate);
  job.parts['stateSnapshot'] = text;
  if (isCut) job.missing['stateSnapshot'] = 'cut short: the store has more keys';
}

const STEPS: readonly Step[] = [
  { part: 'componentAncestry', isWanted: ({ componentTree }) => componentTree, run: addAncestry },
  { part: 'stateSnapshot', isWanted: ({ stateSnapshot }) => stateSnapshot, run: addState },
];
