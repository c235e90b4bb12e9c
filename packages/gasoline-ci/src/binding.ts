/**
 * Transport through a binding: a function the test runner put into the page.
 *
 * It passes any content security policy, needs no permission, and neither the page nor `page.on('request')`,
 * `page.route` or `networkidle` see it. Under a test runner what is kept back leaves at `beforeunload`, the last moment in
 * which it is certain to arrive. Inside `pagehide` it arrives when a tab or context closes and is lost when another document follows; so there
 * a beacon goes as well, where it is known to pass.
 */

import { append, apply } from 'capture';
import type { Env, PageWindow, Sink, Uninstall } from 'capture';
import { bodyOf } from 'wire/endpoint';
import type { Endpoint } from 'wire/endpoint';

import { watchDeparture } from './departure.ts';
import { undisturbedBy } from './undisturbed.ts';

/** Global under which the runner leaves the binding. */
const BINDING = '__gasolineBinding';

/** Takes one string, `{"path":"/logs","body":{"entries":[…]}}`. */
export type Binding = (message: string) => unknown;

/** What leaves beside the binding while the page goes. */
export interface Remainder {
  readonly send: Sink['send'];
  /**
   * Whoever receives the binding's messages knows that beacons of this document pass, and says its tab: what goes by beacon
   * is not completed there.
   */
  readonly allow: (document: Document, tab: unknown) => void;
}

/** Batches said in `pagehide` that are said again if the page comes back; as many as a page says in good order. */
const MAX_REPEATED = 20;

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
  let saidLeaving: string[] = [];
  let stopListening: Uninstall | undefined;

  // The navigation may still be called off, and then nothing is amiss: it was reported a little sooner. Only for runners,
  // whose bindings answer: they close pages without asking them. Under a debugger alone a page that hangs could not be
  // closed any more while it has such a listener.
  const releaseAll = (): void => {
    env.releases.now('leaving');
  };
  const say = (message: string): void => {
    const { document } = env.window;
    undisturbed(() => {
      const answer = binding(message);
      if (!(answer instanceof OriginalPromise)) return;
      stopListening ??= env.listen('beforeunload', releaseAll);
      heed(answer, (value) => {
        remainder.allow(document, value);
      });
    });
  };
  const departure = watchDeparture(env, {
    back() {
      // Whether they arrived is not known; said twice they count once.
      const again = saidLeaving;
      saidLeaving = [];
      for (let index = 0; index < again.length; index += 1) say(again[index] ?? '');
    },
  });
  return {
    send(endpoint, lines) {
      const message = messageOf(endpoint, lines);
      if (departure.isLeaving()) {
        remainder.send(endpoint, lines);
        if (saidLeaving.length < MAX_REPEATED) append(saidLeaving, message);
      }
      say(message);
    },
    close() {
      departure.stopWatching();
      stopListening?.();
    },
  };
}

function messageOf(endpoint: Endpoint, lines: string): string {
  return `{"path":"${endpoint}","body":${bodyOf(endpoint, lines)}}`;
}

const OriginalPromise = Promise;
const { then } = Promise.prototype;

/** Playwright's bindings answer with a promise, which must not end as an unhandled rejection of the page. */
function heed(answer: Promise<unknown>, react: (value: unknown) => void): void {
  void apply(then, answer, [react, () => undefined]);
}

function isBinding(value: unknown): value is Binding {
  return typeof value === 'function';
}
