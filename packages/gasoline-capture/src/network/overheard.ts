/**
 * Arguments that are objects and that the browser converts to text: links, `location`, whatever has a `toString`.
 *
 * Converting one ourselves would run the page's code a second time. So the browser is given an object of ours in its place, which
 * passes its questions on: the page is asked once, in the browser's own order, and what it throws meanwhile goes through the browser.
 */

import { isCallable } from '../callable.ts';
import { plainText } from '../plain-text.ts';
import {
  apply,
  bareObject,
  createWeakMap,
  defineProperty,
  execute,
  get,
  getOwnPropertyDescriptor,
  uncurried,
} from '../primordials.ts';

/** Puts an object of ours in the place of one that is to be converted. */
export type Overhear = (args: unknown[], index: number) => void;

const NATIVE = /^function (\w+)\(\)\s*\{\s*\[native code\]\s*\}$/;
const sourceOf: (method: unknown) => string = uncurried(Function.prototype.toString);
const { toPrimitive } = Symbol;
const texts = createWeakMap<string>();

/**
 * Overhears calls of a method. Only the browser's own: a function somebody put there before us may look at its arguments, and
 * gets those the page gave.
 */
export function overhearing(owner: object, name: string): Overhear {
  const method: unknown = getOwnPropertyDescriptor(owner, name)?.value;
  const isBrowsers = typeof method === 'function' && execute(NATIVE, sourceOf(method))?.[1] === name;
  return (args, index) => {
    const value = args[index];
    if (isBrowsers && isObject(value)) args[index] = overheard(value);
  };
}

/** What an argument was converted to; nothing for those that were not put in place here, or not asked. */
export function overheardText(argument: unknown): string | undefined {
  return texts.get(argument);
}

function overheard(value: object): object {
  const place = bareObject();
  const hear = (result: unknown): unknown => {
    if (!isObject(result) && typeof result !== 'symbol') texts.set(place, plainText(result));
    return result;
  };
  const passOn = (name: string | symbol): void => {
    defineProperty(place, name, {
      get() {
        const method: unknown = get(value, name);
        // Whatever else it is, the browser has its own words for it.
        return isCallable(method) ? (...args: unknown[]) => hear(apply(method, value, args)) : method;
      },
    });
  };
  // What the browser asks for, one after the other, until it has a primitive value.
  passOn(toPrimitive);
  passOn('toString');
  passOn('valueOf');
  return place;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
