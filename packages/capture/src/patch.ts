/**
 * Replaces methods of the page so that the page cannot tell.
 *
 * Whatever goes wrong in our part, the original is called with the same receiver and arguments, and its result or
 * its exception reaches the caller untouched. The replacement is removed only where it still stands: somebody who
 * wrapped it in the meantime keeps a working function.
 */

import { isCallable } from './callable.ts';
import type { Callable } from './callable.ts';
import { disguise } from './disguise.ts';
import { apply, defineProperty, getOwnPropertyDescriptor } from './primordials.ts';

/** Undoes one installation. */
export type Uninstall = () => void;

/** Called with the arguments of one call; `wrapper` is the function the page called, for cutting stacks. */
export type Observer = (args: readonly unknown[], wrapper: Callable, receiver: unknown) => void;

/** Puts `make(original)` in the place of a method. Does nothing where the page made that impossible. */
export function replaceMethod(
  owner: object,
  name: string,
  make: (original: Callable) => Callable,
): Uninstall {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || !isCallable(original)) return nothing;
  const replacement = disguise(make(original), original);
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
    const wrapper = methodCalling(original, moment, (args, receiver) => {
      if (active)
        unnoticed(() => {
          observe(args, wrapper, receiver);
        });
    });
    return wrapper;
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
  const wrapper = methodCalling(original, 'after', ([value]) => {
    if (active)
      unnoticed(() => {
        observe(value);
      });
  });
  const set = disguise(wrapper, original);
  if (!defineProperty(owner, name, { ...descriptor, set })) return nothing;
  return () => {
    active = false;
    if (getOwnPropertyDescriptor(owner, name)?.set === set) defineProperty(owner, name, descriptor);
  };
}

// Methods in short form, because like the built-in functions they have no `prototype` and are no constructors.
function methodCalling(
  original: Callable,
  moment: 'before' | 'after',
  notify: (args: readonly unknown[], receiver: unknown) => void,
): Callable {
  const forms = {
    before(this: unknown, ...args: unknown[]): unknown {
      notify(args, this);
      return apply(original, this, args);
    },
    after(this: unknown, ...args: unknown[]): unknown {
      try {
        return apply(original, this, args);
      } finally {
        notify(args, this);
      }
    },
  };
  return forms[moment];
}

/** The moments of a call; each may be left out. */
export interface CallMoments {
  before?(receiver: unknown, args: readonly unknown[]): void;
  returned?(receiver: unknown, args: readonly unknown[]): void;
  threw?(receiver: unknown, error: unknown): void;
}

/** Watches a method whose outcome matters. */
export function followMethod(owner: object, name: string, moments: CallMoments): Uninstall {
  let active = true;
  const note = (task: () => void): void => {
    if (active) unnoticed(task);
  };
  const restore = replaceMethod(owner, name, (original) => {
    const form = {
      method(this: unknown, ...args: unknown[]): unknown {
        note(() => moments.before?.(this, args));
        let result: unknown;
        try {
          result = apply(original, this, args);
        } catch (error) {
          note(() => moments.threw?.(this, error));
          throw error;
        }
        note(() => moments.returned?.(this, args));
        return result;
      },
    };
    return form.method;
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
