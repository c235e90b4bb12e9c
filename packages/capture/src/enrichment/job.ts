/** What is to be found out about one error, step by step. */

import type { MissingContext } from 'wire';

import type { Amendment, EntryName } from '../emit.ts';
import { encode, JsonText } from '../json.ts';
import type { Encodable } from '../json.ts';
import { append, bareRecord, objectKeys } from '../primordials.ts';
import type { AiContextSettings } from '../settings.ts';
import type { Stores } from '../stores.ts';

import { ancestryOf } from './ancestry.ts';
import type { ComponentStack } from './component-stack.ts';
import { findStore } from './find-store.ts';
import type { Origin, Origins } from './origins.ts';
import type { IsLate } from './page-object.ts';
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
  readonly wanted: AiContextSettings;
  stack: ComponentStack | undefined;
  readonly steps: readonly Step[];
  /** Steps behind us. */
  taken: number;
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
}

/** Finds out one part. */
interface Step {
  readonly part: keyof MissingContext;
  readonly run: (job: Job, surroundings: Surroundings, isLate: IsLate) => void;
}

const NO_SNIPPETS =
  'nobody outside of the page to fetch source maps: use the extension or the Playwright fixture';

const NO_STORE = 'no store found; `window.__gasoline.registerStore(name, store)` names one';

const SVELTE_TELLS_NOTHING = 'production builds of Svelte do not tell which component an element belongs to';

/** A job of which nothing is done. */
export function createJob(error: ErrorInHand, wanted: AiContextSettings, moment: Moment): Job {
  const steps: Step[] = [];
  const missing = bareRecord<string>();
  if (wanted.componentTree) append(steps, { part: 'componentAncestry', run: addAncestry });
  if (wanted.stateSnapshot) append(steps, { part: 'stateSnapshot', run: addState });
  if (wanted.sourceSnippets === 'unavailable') missing['sourceSnippets'] = NO_SNIPPETS;
  const found = { parts: bareRecord<Encodable>(), missing, entries: [] };
  return { error, wanted, ...moment, ...found, steps, taken: 0, isDone: false, isSent: false, followers: 0 };
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

/** Does the next step. Whatever it fails at, it is behind us. */
export function advance(job: Job, surroundings: Surroundings, isLate: IsLate): void {
  const step = job.steps[job.taken];
  job.taken += 1;
  job.isDone = job.taken >= job.steps.length;
  if (step === undefined) return;
  try {
    step.run(job, surroundings, isLate);
    if (isLate()) job.missing[step.part] = 'cut short: out of time';
  } catch {
    job.missing[step.part] = 'the page answered with an error';
  }
}

/** Leaves out the steps that are left. */
export function giveUp(job: Job): void {
  for (; job.taken < job.steps.length; job.taken += 1) {
    const step = job.steps[job.taken];
    if (step !== undefined) job.missing[step.part] = 'left out: out of time';
  }
  job.isDone = true;
}

/** What is sent for each entry of a job. */
export function amendmentOf({ error, wanted, parts, missing }: Job): Amendment {
  const gaps = objectKeys(missing).length > 0 ? { missing: new JsonText(encode(missing)) } : {};
  return {
    type: error.type,
    level: 'error',
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

function addState(job: Job, { origins, stores }: Surroundings, isLate: IsLate): void {
  const store = findStore(stores, job.origins, origins.apps, isLate);
  if (store === undefined) {
    job.missing['stateSnapshot'] = NO_STORE;
    return;
  }
  const { text, isCut } = snapshotOf(store, job.error.message, isLate);
  job.parts['stateSnapshot'] = text;
  if (isCut) job.missing['stateSnapshot'] = 'cut short: the store has more keys';
}
