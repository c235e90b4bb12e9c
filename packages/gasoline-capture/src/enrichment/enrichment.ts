/**
 * What is found out about errors after they were reported.
 *
 * An error leaves at once, marked as pending. At that moment only references are taken: where the focus is, and which
 * components hold that element, because a crash may take them down. The rest is done when the page is idle, one step a
 * task, and follows under the same `eventId`. A step that fails or takes too long costs only itself, and is named.
 */

import type { Amend, EntryName } from '../emit.ts';
import type { Env } from '../env.ts';
import { unnoticed } from '../patch.ts';
import { append } from '../primordials.ts';
import type { AiContextSettings, CurrentSettings } from '../settings.ts';
import type { Stores } from '../stores.ts';
import type { Cancel } from '../timers.ts';

import { componentStackIn } from './component-stack.ts';
import type { ComponentStack } from './component-stack.ts';
import { advance, amendmentOf, createJob, giveUp, isFollowedBy } from './job.ts';
import type { ErrorInHand, Job, Surroundings } from './job.ts';
import { findStore } from './find-store.ts';
import { collected, each, first } from './list.ts';
import { createOrigins } from './origins.ts';
import type { LikelyElement } from './likely-elements.ts';
import { createRecentElement } from './recent-element.ts';
import { createStateChanges } from './state-changes.ts';

/** Names the entry of an announced error, once it has one. */
export type Follow = (entry: EntryName) => void;

/** The moment of an error that is announced later. */
export interface EarlierMoment {
  readonly at: number;
  /** What the error may have to do with, as it was then. */
  readonly elements: readonly LikelyElement[];
}

/** The enrichment of one window. */
export interface Enrichment {
  /** The user did something, to an element or not. */
  noteAction(element: Element | undefined): void;
  /**
   * Takes references for an error; undefined where nothing will follow it. `earlier` is given for one that happened before
   * this could be called: what has the focus now says nothing about it.
   */
  announce(error: ErrorInHand, earlier?: EarlierMoment): Follow | undefined;
  /** Looks for component stacks in what is printed: they belong to the errors reported just before or after. */
  notice(args: readonly unknown[], at?: number): void;
  /** Does what is left, in a hurry: the page is going. */
  finish(): void;
}

/** Of one step. The documents allow more, but a task of 50 ms is already one that people feel. */
const STEP_MS = 30;

/** Of all that is left, while the page is going. */
const HURRY_MS = 10;

/** From the error to the last step, without the time in which this part of the script was not there yet. */
const TOTAL_MS = 3000;

/** How long the same error at the same place gets the same answer. */
const REUSE_MS = 5000;

/** Errors remembered for that; while there are as many, further ones go without. */
const MAX_JOBS = 20;

/** Entries that get the same answer: repetitions are shown as one, with what is known of the first. */
const MAX_FOLLOWERS = 20;

/** A component stack is printed in the same task as its error is reported. */
const SAME_MOMENT_MS = 100;

/** Makes the enrichment of one window. */
export type CreateEnrichment = (
  env: Env,
  amend: Amend,
  settings: CurrentSettings,
  stores: Stores,
) => Enrichment;

interface Noticed {
  readonly stack: ComponentStack;
  readonly at: number;
}

/** The enrichment of one window. */
export const createEnrichment: CreateEnrichment = (env, amend, settings, stores) => {
  const recentElement = createRecentElement(env);
  const origins = createOrigins(env, recentElement);
  const changes = createStateChanges(
    env,
    () => settings().aiContext?.stateSnapshot === true,
    (isLate) => findStore(stores, [], origins.apps, isLate),
  );
  const queue = createQueue(env, amend, settings, { window: env.window, origins, stores, changes });
  let noticed: Noticed | undefined;

  const begin = (
    error: ErrorInHand,
    wanted: AiContextSettings,
    elements: readonly LikelyElement[],
    at: number,
  ): Job => {
    const stack = noticed !== undefined && at - noticed.at <= SAME_MOMENT_MS ? noticed.stack : undefined;
    noticed = undefined;
    const job = createJob(error, wanted, {
      at,
      begun: env.now(),
      elements,
      origins: origins.of(elements),
      stack,
    });
    queue.add(job);
    return job;
  };
  const announce = (error: ErrorInHand, earlier: EarlierMoment | undefined): Follow | undefined => {
    const wanted = settings().aiContext;
    if (wanted === undefined) return undefined;
    if (!isPageAsked(wanted) && wanted.sourceSnippets !== 'unavailable')
      return wanted.sourceSnippets === 'outside' ? () => undefined : undefined;
    const elements = earlier?.elements ?? origins.elements(error.type);
    const known = queue.find((job) => isFollowedBy(job, error, elements));
    if (known === undefined && queue.isFull()) return undefined;
    const job = known ?? begin(error, wanted, elements, earlier?.at ?? env.now());
    if (job.followers >= MAX_FOLLOWERS) return undefined;
    job.followers += 1;
    return (entry) => {
      if (job.isSent) amend('/logs', entry, amendmentOf(job));
      else append(job.entries, entry);
    };
  };
  return {
    noteAction(element) {
      recentElement.note(element);
      changes.note();
    },
    announce(error, earlier) {
      try {
        return announce(error, earlier);
      } catch {
        // A page can put anything on its elements. The error itself must leave.
        return undefined;
      }
    },
    notice(args, at = env.now()) {
      const stack = componentStackIn(args);
      if (stack === undefined) return;
      // It belongs to the errors just before; where there are none, to the next. Vue prints a second, shorter one when an
      // error goes on to its parents.
      if (noticed === undefined || at - noticed.at > SAME_MOMENT_MS) noticed = { stack, at };
      queue.each((job) => {
        if (job.isSent || at - job.at > SAME_MOMENT_MS) return;
        job.stack ??= stack;
        noticed = undefined;
      });
    },
    finish: queue.finish,
  };
};

/** Whether there is anything to find out in the page itself. */
function isPageAsked({ componentTree, stateSnapshot }: AiContextSettings): boolean {
  return componentTree || stateSnapshot;
}

interface Queue {
  add(job: Job): void;
  isFull(): boolean;
  /** The first job that passes, also of those that are done but remembered. */
  find(test: (job: Job) => boolean): Job | undefined;
  each(visit: (job: Job) => void): void;
  finish(): void;
}

/** Jobs that are worked on in idle moments, one step in each, and forgotten a while later. */
function createQueue(env: Env, amend: Amend, settings: CurrentSettings, surroundings: Surroundings): Queue {
  let jobs: Job[] = [];
  let isScheduled = false;

  const find: Queue['find'] = (test) => first(jobs, (job) => (test(job) ? job : undefined));
  const unsent = (): Job | undefined => find((job) => !job.isSent);
  const work = (milliseconds: number): void => {
    const job = unsent();
    if (job === undefined) return;
    const end = env.now() + milliseconds;
    const { tries } = job;
    const wanted = settings().aiContext;
    job.wanted = wanted ?? job.wanted;
    if (wanted !== undefined && env.now() - job.begun <= TOTAL_MS && milliseconds > 0) {
      // Stores are asked by calling the page's code; what that prints or requests is not the page's doing.
      unnoticed(() => {
        advance(job, surroundings, () => env.now() > end);
      });
    }
    // Also where the page calls us while we are looking at it.
    if (job.tries === tries) giveUp(job);
    if (job.isDone) send(job, wanted === undefined ? () => undefined : amend);
  };
  const nextTask = (task: () => void): Cancel => env.after(0, task);
  const schedule = (): void => {
    if (isScheduled || unsent() === undefined) return;
    isScheduled = true;
    // A busy browser calls nobody idle for a second: waiting for that at each step would use up the time of all of them.
    const wait = unsent()?.tries === 0 ? env.whenIdle : nextTask;
    wait(() => {
      isScheduled = false;
      work(STEP_MS);
      schedule();
    });
  };
  const forget = (job: Job): void => {
    jobs = collected(jobs, MAX_JOBS, (other) => (other === job ? undefined : other));
  };
  return {
    find,
    each(visit) {
      each(jobs, visit);
    },
    isFull: () => jobs.length >= MAX_JOBS,
    add(job) {
      append(jobs, job);
      env.after(REUSE_MS, () => {
        forget(job);
      });
      schedule();
    },
    finish() {
      const end = env.now() + HURRY_MS;
      while (unsent() !== undefined) work(end - env.now());
    },
  };
}

function send(job: Job, amend: Amend): void {
  job.isSent = true;
  each(job.entries, (entry) => {
    amend('/logs', entry, amendmentOf(job));
  });
}
