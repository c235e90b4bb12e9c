/**
 * Promises of the browser's on their way to the page.
 *
 * Watching a promise marks it as handled, and what the page forgot to handle would never be reported. So the page gets one of
 * ours, which settles in the reaction of the browser's, one microtask later, and which nothing else watches.
 */

import { ownData } from '../own-data.ts';
import type { PageWindow } from '../page-window.ts';
import { unnoticed } from '../patch.ts';
import { apply, BrowserPromise, getPrototypeOf } from '../primordials.ts';

/** What is done at the outcome, before the page learns of it. */
export interface Reactions {
  fulfilled(value: unknown): void;
  rejected(reason: unknown): void;
}

/** Passes a promise on after a look at its outcome; undefined for what is none. */
type PassAs = (answer: unknown, reactions: Reactions) => object | undefined;

/** The same; `receiver` is the object whose method promised it. */
export type Pass = (answer: unknown, reactions: Reactions, receiver?: unknown) => object | undefined;

/**
 * Promises are of the window's class, or still of the browser's own where a library put another in the window before us, or of
 * the window that a method of this one was called for: `frame.contentWindow.fetch.call(window, …)`.
 */
export function passingOn(window: PageWindow): Pass {
  const passWindows = passingOnAs(window.Promise);
  const passBrowsers = passingOnAs(BrowserPromise);
  const passReceivers = (answer: unknown, reactions: Reactions, receiver: unknown): object | undefined => {
    const Class = receiver === undefined || receiver === window ? undefined : promiseClassOf(receiver);
    return Class === undefined ? undefined : passingOnAs(Class)(answer, reactions);
  };
  return (answer, reactions, receiver) =>
    passWindows(answer, reactions) ??
    passBrowsers(answer, reactions) ??
    passReceivers(answer, reactions, receiver);
}

function promiseClassOf(window: unknown): PromiseConstructor | undefined {
  try {
    const Class = typeof window === 'object' && window !== null ? ownData(window, 'Promise') : undefined;
    return isPromiseClass(Class) ? Class : undefined;
  } catch {
    // A window of another origin.
    return undefined;
  }
}

function isPromiseClass(value: unknown): value is PromiseConstructor {
  return typeof value === 'function';
}

function passingOnAs(Class: PromiseConstructor): PassAs {
  const { prototype } = Class;
  const { then } = prototype;
  return (answer, reactions) => {
    if (!isPromise(answer, prototype)) return undefined;
    return new Class((resolve, reject) => {
      void apply(then, answer, [
        (value: unknown) => {
          unnoticed(() => {
            reactions.fulfilled(value);
          });
          resolve(value);
        },
        (reason: unknown) => {
          unnoticed(() => {
            reactions.rejected(reason);
          });
          // Whatever the browser gave.
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
          reject(reason);
        },
      ]);
    });
  };
}

function isPromise(value: unknown, prototype: object): boolean {
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === prototype;
}
