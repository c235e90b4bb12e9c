/**
 * Transport through a binding: a function the test runner put into the page.
 *
 * It passes any content security policy, needs no permission, and neither the page nor `page.on('request')`,
 * `page.route` or `networkidle` see it. From `pagehide` on, calls may be lost: there a beacon takes over.
 */

import type { Env, PageWindow, Sink } from 'capture';
import { bodyOf } from 'wire/endpoint';
import type { Endpoint } from 'wire/endpoint';

import { watchDeparture } from './departure.ts';

/** Global under which the runner leaves the binding. */
const BINDING = '__gasolineBinding';

/** Takes one string, `{"path":"/logs","body":{"entries":[…]}}`. */
export type Binding = (message: string) => unknown;

/** Takes the binding out of the page's sight; it works on. */
export function takeBinding(window: PageWindow): Binding | undefined {
  const binding: unknown = Reflect.get(window, BINDING);
  if (!isBinding(binding)) return undefined;
  Reflect.deleteProperty(window, BINDING);
  return binding;
}

/** Sends through the binding, and while the page leaves through `remainder`. */
export function bindingSink(env: Env, binding: Binding, remainder: Sink['send']): Sink {
  const departure = watchDeparture(env, () => undefined);
  return {
    send(endpoint, lines) {
      if (departure.isLeaving()) remainder(endpoint, lines);
      else ignoreOutcome(binding(message(endpoint, lines)));
    },
    close() {
      departure.stopWatching();
    },
  };
}

function message(endpoint: Endpoint, lines: string): string {
  return `{"path":"${endpoint}","body":${bodyOf(endpoint, lines)}}`;
}

const OriginalPromise = Promise;
const { apply } = Reflect;
const { then } = Promise.prototype;

/** Playwright's bindings answer with a promise, which must not end as an unhandled rejection of the page. */
function ignoreOutcome(answer: unknown): void {
  if (answer instanceof OriginalPromise) void apply(then, answer, [undefined, () => undefined]);
}

function isBinding(value: unknown): value is Binding {
  return typeof value === 'function';
}
