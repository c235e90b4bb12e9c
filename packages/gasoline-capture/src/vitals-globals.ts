/**
 * The globals that `web-vitals` uses, put in their place by the build (`inject` in scripts/build.mjs).
 *
 * The library looks them up whenever it needs them, at page time, when they may belong to the page: zone.js would
 * run Angular's change detection for each of our timers, fake timers would never fire, and an error in a callback
 * would be the page's. These are the browser's own, silent, and all of them end together.
 */

import { append, apply } from './primordials.ts';
import { quiet } from './quiet.ts';

type Listener = (event: Event) => void;
type Task = () => void;

const { addEventListener, removeEventListener } = EventTarget.prototype;
const { setTimeout, queueMicrotask, requestIdleCallback, cancelIdleCallback, requestAnimationFrame } =
  globalThis;
/** Nobody's, where somebody took it away before us, of which the types know nothing. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-condition, @typescript-eslint/no-extraneous-class
const OriginalObserver = globalThis.PerformanceObserver ?? class {};
const { disconnect } = OriginalObserver.prototype;
const { abort } = AbortController.prototype;

/** The library removes a listener by the function it added. */
const silenced = new WeakMap<Listener, Listener>();
const remember = silenced.set.bind(silenced);
const recall = silenced.get.bind(silenced);

/** Ends all listeners. */
const listening = new AbortController();
const { signal } = listening;

/** A handful: the library observes each type once. */
const observers: PerformanceObserver[] = [];

function listen(type: string, listener: Listener, options?: AddEventListenerOptions | boolean): void {
  const silent = recall(listener) ?? quiet(listener);
  remember(listener, silent);
  const once = typeof options === 'object' && options.once === true;
  // The library listens in the capture phase only.
  apply(addEventListener, globalThis, [type, silent, { capture: true, once, signal }]);
}

function unlisten(type: string, listener: Listener): void {
  apply(removeEventListener, globalThis, [type, recall(listener), true]);
}

function later(task: Task, milliseconds?: number): unknown {
  return apply(setTimeout, globalThis, [quiet(task), milliseconds]);
}

function soon(task: Task): void {
  apply(queueMicrotask, globalThis, [quiet(task)]);
}

function nextFrame(task: Task): unknown {
  return apply(requestAnimationFrame, globalThis, [quiet(task)]);
}

function whenIdle(task: Task, options: IdleRequestOptions): unknown {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') return later(task);
  return apply(requestIdleCallback, globalThis, [quiet(task), options]);
}

function notWhenIdle(handle: number): void {
  if (typeof cancelIdleCallback === 'function') apply(cancelIdleCallback, globalThis, [handle]);
}

class SilentObserver extends OriginalObserver {
  constructor(callback: PerformanceObserverCallback) {
    super(quiet(callback));
    append(observers, this);
  }
}

/** Ends everything the library listens to and observes, for good. */
export function releaseGlobals(): void {
  apply(abort, listening, []);
  observers.forEach((observer) => {
    apply(disconnect, observer, []);
  });
}

export {
  listen as addEventListener,
  unlisten as removeEventListener,
  later as setTimeout,
  soon as queueMicrotask,
  nextFrame as requestAnimationFrame,
  whenIdle as 'globalThis.requestIdleCallback',
  notWhenIdle as 'globalThis.cancelIdleCallback',
  SilentObserver as PerformanceObserver,
};
