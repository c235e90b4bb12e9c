/**
 * Stands in for functions of the page so that they look as before.
 *
 * A stand-in is a proxy of the original: name, length, prototype and properties are the original's own, and messages in
 * which the browser quotes a function quote the original. Only its source text must be arranged, in `mask-source.ts`.
 */

import { isCallable } from './callable.ts';
import type { Callable } from './callable.ts';
import { bareObject, defineProperty, get } from './primordials.ts';

/** Answers a call in place of the original. */
export type ApplyTrap = (target: Callable, receiver: unknown, args: unknown[]) => unknown;

/**
 * Who stands for whom. Windows of one origin share one: `toString` of a frame is asked about functions of its parent.
 */
export interface Disguises {
  readonly recall: (standIn: object) => unknown;
  readonly remember: (standIn: object, original: Callable) => void;
}

let disguises = createDisguises();

const OriginalProxy = Proxy;

/**
 * A function that looks like `original` and is answered by `trap`. Where `isNeeded` says at a call that it is not, the engine
 * itself calls the original: no frame of ours is on the stack then.
 */
export function standIn(original: Callable, trap: ApplyTrap, isNeeded?: () => boolean): Callable {
  const handler = disguiseHandler();
  if (isNeeded === undefined) handler.apply = trap;
  else defineProperty(handler, 'apply', { get: () => (isNeeded() ? trap : undefined) });
  return disguisedProxy(original, handler);
}

/** A proxy with these traps, which `Function.prototype.toString` takes for the original. */
export function disguisedProxy(original: Callable, handler: ProxyHandler<Callable>): Callable {
  const proxy = new OriginalProxy(original, handler);
  disguises.remember(proxy, original);
  return proxy;
}

/** The traps that every stand-in needs. Inherits nothing: what a page puts on `Object.prototype` must not be a trap. */
export function disguiseHandler(): ProxyHandler<Callable> {
  const handler: ProxyHandler<Callable> = bareObject();
  // Accessors such as `caller` refuse a proxy as their receiver.
  handler.get = (target, name): unknown => get(target, name);
  return handler;
}

/** What a function stands for: the original behind a stand-in, anything else as it is. */
export function undisguised(value: unknown): unknown {
  return typeof value === 'function' ? (disguises.recall(value) ?? value) : value;
}

/** Shares what `offered` knows, if it is what a window of our origin offers. Returns what to offer to others. */
export function shareDisguises(offered: unknown): Disguises {
  if (isDisguises(offered)) disguises = offered;
  const { recall, remember } = disguises;
  return { recall, remember };
}

function createDisguises(): Disguises {
  const originals = new WeakMap<object, Callable>();
  return Object.freeze({
    recall: originals.get.bind(originals),
    remember: originals.set.bind(originals),
  });
}

function isDisguises(value: unknown): value is Disguises {
  if (typeof value !== 'object' || value === null) return false;
  return isCallable(get(value, 'recall')) && isCallable(get(value, 'remember'));
}
