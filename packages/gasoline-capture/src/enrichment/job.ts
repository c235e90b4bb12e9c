/** What is to be found out about one error, step by step. */

import type { AiContext, MissingContext } from 'gasoline-wire';

import type { Amendment, EntryName } from '../emit.ts';
import { encode, JsonText } from '../json.ts';
import type { Encodable } from '../json.ts';
import { bareRecord, deleteProperty, execute, objectKeys } from '../primordials.ts';
import type { AiContextSettings } from '../settings.ts';
import type { Stores } from '../stores.ts';

import { ancestryOf } from './ancestry.ts';
import type { ComponentStack } from './component-stack.ts';
import { findStore } from './find-store.ts';
import { first } from './list.ts';
import type { LikelyElement } from './likely-elements.ts';
import type { LikelyOrigin, Origin, Origins } from './origins.ts';
import type { IsLate } from './page-object.ts';
import type { StateChanges } from './state-changes.ts';
import { snapshotOf } from './state.ts';
import { hasSvelte } from './svelte.ts';

/** An error about to be reported. */
export interface ErrorInHand {
  /** As its entry says. */
  readonly type: 'console' | 'exception';
  readonly message: string;
  /** Whether it is a warning of React, which has no stack of its own. */
  readonly isWarning?: boolean;
}

/** What was known at the moment of an error. */
interface Moment {
  readonly at: number;
  /** When work on it could begin. */
  readonly begun: number;
  readonly elements: readonly LikelyElement[];
  readonly origins: readonly LikelyOrigin[];
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

/** See `origins.ts`. */
const MOST_ELEMENTS = 3;

const NO_ELEMENT_STACK =
  'a warning has no stack, and this build of React keeps none with its elements: development builds of React 19 do';

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
  elements: readonly LikelyElement[],
): boolean {
  if (job.error.type !== type || job.error.message !== message) return false;
  for (let index = 0; index < MOST_ELEMENTS; index += 1)
    if (job.elements[index]?.element !== elements[index]?.element) return false;
  return true;
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

/** The component that a warning of React names. */
const NAMED = /Check the (?:top-level )?render (?:method of|call using) [`<](\w+)/;

/** Where the element was made that a warning is about. */
function addElementStack(
  { error, parts, missing, stack, origins }: Job,
  apps: readonly Origin[],
  isLate: IsLate,
): void {
  const name = execute(NAMED, error.message)?.[1];
  const ask = ({ trace }: Origin): string | undefined =>
    name === undefined ? undefined : trace.elementStack?.(name, isLate);
  const text = stack?.text ?? first<Origin, string>(origins, ask) ?? first(apps, ask);
  if (text === undefined) missing['sourceSnippets'] = NO_ELEMENT_STACK;
  else parts['elementStack'] = text;
}

function addAncestry(job: Job, surroundings: Surroundings, isLate: IsLate): void {
  if (job.error.isWarning === true) addElementStack(job, surroundings.origins.apps(), isLate);
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
