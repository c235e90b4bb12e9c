/**
 * Transport through a binding: a function the test runner put into the page.
 *
 * It passes any content security policy, needs no permission, and neither the page nor `page.on('request')`,
 * `page.route` or `networkidle` see it. Under a test runner what is kept back leaves at `beforeunload`, the last moment in
 * which it is certain to arrive. Inside `pagehide` it arrives when a tab or context closes and is lost when another document follows; so there
 * a beacon goes as well, where it is known to pass.
 */

import { append, watchRemoval, without } from 'gasoline-capture';
import type { Env, PageWindow, Sink, Uninstall } from 'gasoline-capture';
import { bodyOf } from 'gasoline-wire/route';

import type { Batch } from './batch.ts';
import { watchDeparture } from './departure.ts';
import { createRecent } from './recent.ts';
import { undisturbedBy } from './undisturbed.ts';

/** Global under which the runner leaves the binding. */
const BINDING = '__gasolineBinding';

/** Takes one string, `{"path":"/logs","body":{"entries":[…]}}`. */
export type Binding = (message: string) => unknown;

/** What leaves beside the binding while the page goes. */
export interface Remainder {
  readonly send: (batches: readonly Batch[]) => void;
  /**
   * The receiver of the binding's messages knows that beacons of this document pass, and says its tab: what goes by beacon
   * is not completed there. So does the test that runs, where a document serves several.
   */
  readonly allow: (document: Document, tab: unknown, testId?: unknown) => void;
}

/** Batches that are kept because they may not have arrived; as many as a page says in good order. */
const MAX_UNHEARD = 20;

/** Takes the binding out of the page's sight; it works on. */
export function takeBinding(window: PageWindow): Binding | undefined {
  const binding: unknown = Reflect.get(window, BINDING);
  if (!isBinding(binding)) return undefined;
  Reflect.deleteProperty(window, BINDING);
  return binding;
}

/** Sends through the binding, and while the page leaves by `remainder` too. */
export function bindingSink(env: Env, binding: Binding, remainder: Remainder): Sink {
  const undisturbed = undisturbedBy(env.window);
  /** Said in good time, but a runner that answers has not confirmed them: too late is lost without a word. */
  let unheard: Batch[] = [];
  /** Said in good time to somebody who confirms nothing. */
  const recent = createRecent(env.now);
  /** Said since `pagehide`. */
  let saidLeaving: Batch[] = [];
  let stopListening: Uninstall | undefined;

  // The navigation may still be called off, and then nothing is amiss: it was reported a little sooner.
  const releaseAll = (): void => {
    env.releases.now('leaving');
  };
  // While somebody listens for it, a page that hangs cannot be closed under a debugger alone. So there only for as long as
  // something waits that would be lost: a second after the last key, usually.
  const stopKeeping = env.releases.whileKeeping(() => env.listen('beforeunload', releaseAll));
  const say = (batch: Batch): void => {
    const { document } = env.window;
    undisturbed(() => {
      const answer = binding(messageOf(batch));
      if (!isPromise(answer)) {
        if (!env.leaving.isUnderWay()) recent.add(batch);
        return;
      }
      // A runner closes pages without asking them.
      stopListening ??= env.listen('beforeunload', releaseAll);
      unheard = withNewest(unheard, batch);
      void heed(answer, (value) => {
        unheard = without(unheard, batch);
        if (isPair(value)) remainder.allow(document, value[0], value[1]);
      });
    });
  };
  const removal = watchRemoval(env);
  const departure = watchDeparture(env, {
    hidden() {
      if (!env.leaving.isUnderWay()) return;
      // What is certain to be lost comes before what has probably arrived: there may not be room for both.
      remainder.send(saidLeaving);
      remainder.send(unheard);
      remainder.send(recent.batches());
    },
    back() {
      // Whether they arrived is not known; said twice they count once.
      const again = saidLeaving;
      saidLeaving = [];
      for (let index = 0; index < again.length; index += 1) {
        const batch = again[index];
        if (batch !== undefined) say(batch);
      }
    },
  });
  return {
    send(route, lines) {
      const batch = { route, lines };
      if (env.leaving.isUnderWay()) saidLeaving = withNewest(saidLeaving, batch);
      if (departure.isOver()) remainder.send([batch]);
      say(batch);
    },
    isHurried: removal.isUnderWay,
    close() {
      departure.stopWatching();
      removal.stopWatching();
      stopKeeping();
      stopListening?.();
    },
  };
}

/** The list with one more; beyond its bound the oldest goes. */
function withNewest(list: readonly Batch[], batch: Batch): Batch[] {
  const kept = list.length < MAX_UNHEARD ? list : without(list, list[0]);
  const next = without(kept, undefined);
  append(next, batch);
  return next;
}

function messageOf({ route, lines }: Batch): string {
  return `{"path":"${route}","body":${bodyOf(route, lines)}}`;
}

/** Tab and test. */
function isPair(value: unknown): value is readonly unknown[] {
  return typeof value === 'object' && value !== null;
}

/** An object that a binding answers with is a promise, of the browser's class or of one that the page had it use. */
function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof answer === 'object' && answer !== null;
}

/** Playwright's bindings answer with a promise, which must not end as an unhandled rejection of the page. */
async function heed(answer: PromiseLike<unknown>, react: (value: unknown) => void): Promise<void> {
  try {
    react(await answer);
  } catch {
    // The receiver is gone.
  }
}

function isBinding(value: unknown): value is Binding {
  return typeof value === 'function';
}
