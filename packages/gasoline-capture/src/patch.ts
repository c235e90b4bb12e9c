/**
 * Replaces methods of the page so that the page cannot tell.
 *
 * Whatever goes wrong in our part, the original is called with the same receiver and arguments, and its result or
 * its exception reaches the caller untouched. The replacement is removed only where it still stands: somebody who
 * wrapped it in the meantime keeps a working function.
 */

import { isCallable } from './callable.ts';
import type { Callable } from './callable.ts';
import { standIn } from './disguise.ts';
import type { ApplyTrap } from './disguise.ts';
import { removeOwnFrames } from './own-frames.ts';
import { apply, defineProperty, getOwnPropertyDescriptor } from './primordials.ts';

/** Undoes one installation. */
export type Uninstall = () => void;

/** Called with the arguments of one call; `wrapper` is our outermost function on the stack, for cutting it. */
export type Observer = (args: readonly unknown[], wrapper: object, receiver: unknown) => void;

/**
 * Lets `make(original)` answer calls of a method: all of them, or those at which `isNeeded` says so. Does nothing where the
 * page made that impossible.
 */
export function replaceMethod(
  owner: object,
  name: string,
  make: (original: Callable) => ApplyTrap,
  isNeeded?: () => boolean,
): Uninstall {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || !isCallable(original)) return nothing;
  const replacement = standIn(original, make(original), isNeeded);
  if (!defineProperty(owner, name, { ...descriptor, value: replacement })) return nothing;
  return () => {
    const current: unknown = getOwnPropertyDescriptor(owner, name)?.value;
    if (current === replacement) defineProperty(owner, name, descriptor);
  };
}

/** Watches calls of a method, before or after the original runs. */
export function observeMethod(
  owner: object,
  name: string,
  moment: 'before' | 'after',
  observe: Observer,
): Uninstall {
  let active = true;
  const restore = replaceMethod(owner, name, (original) => {
    const trap = trapCalling(original, moment, (args, receiver) => {
      if (active)
        unnoticed(() => {
          observe(args, trap, receiver);
        });
    });
    return trap;
  });
  return () => {
    active = false;
    restore();
  };
}

/** Watches assignments to a property that has a setter, after the original has run. */
export function observeSetter(owner: object, name: string, observe: (value: unknown) => void): Uninstall {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.set;
  if (descriptor === undefined || !isCallable(original)) return nothing;
  let active = true;
  const trap = trapCalling(original, 'after', ([value]) => {
    if (active)
      unnoticed(() => {
        observe(value);
      });
  });
  const set = standIn(original, trap);
  if (!defineProperty(owner, name, { ...descriptor, set })) return nothing;
  return () => {
    active = false;
    if (getOwnPropertyDescriptor(owner, name)?.set === set) defineProperty(owner, name, descriptor);
  };
}

function trapCalling(
  original: Callable,
  moment: 'before' | 'after',
  notify: (args: readonly unknown[], receiver: unknown) => void,
): ApplyTrap {
  return (_target, receiver, args) => {
    if (moment === 'before') notify(args, receiver);
    try {
      return apply(original, receiver, args);
    } catch (error) {
      removeOwnFrames(error);
      throw error;
    } finally {
      if (moment === 'after') notify(args, receiver);
    }
  };
}

/** The moments of a call; each may be left out. */
export interface CallMoments {
  /** May put others in the place of the arguments; `wrapper` is our outermost function on the stack. */
  before?(receiver: unknown, args: unknown[], wrapper: object): void;
  returned?(receiver: unknown, args: readonly unknown[], result: unknown): void;
  threw?(receiver: unknown, error: unknown): void;
}

/** Watches a method whose outcome matters. */
export function followMethod(owner: object, name: string, moments: CallMoments): Uninstall {
  let active = true;
  const note = (task: () => void): void => {
    if (active) unnoticed(task);
  };
  const restore = replaceMethod(owner, name, (original) => {
    const trap: ApplyTrap = (_target, receiver, args) => {
      note(() => moments.before?.(receiver, args, trap));
      let result: unknown;
      try {
        result = apply(original, receiver, args);
      } catch (error) {
        note(() => moments.threw?.(receiver, error));
        throw error;
      }
      note(() => moments.returned?.(receiver, args, result));
      return result;
    };
    return trap;
  });
  return () => {
    active = false;
    restore();
  };
}

let observing = false;

/**
 * Runs our part of a call. Reading a page's object may run page code (a proxy's traps) which may call a watched
 * method again: that inner call exists only because of us, and recording it could go on forever.
 */
export function unnoticed(task: () => void): void {
  if (observing) return;
  observing = true;
  try {
    task();
  } catch {
    // The page must never see a failure of ours.
  } finally {
    observing = false;
  }
}

function nothing(): void {
  // There was nothing to install.
}
