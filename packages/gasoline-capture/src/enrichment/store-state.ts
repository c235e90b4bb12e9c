/** The state of a store now, whichever library made it. */

import { isCallable } from '../callable.ts';
import { ownData } from '../own-data.ts';
import { apply, get } from '../primordials.ts';

import { isObject, objectAt } from './page-object.ts';

/**
 * What a store holds; undefined where nothing can be got out of it. `getState` and `subscribe` are the page's code: they
 * are called because there is no other way to the state, and because being asked is what they are for.
 */
export function stateOf(store: unknown): object | undefined {
  if (!isObject(store)) return undefined;
  try {
    return objectOnly(heldState(store));
  } catch {
    return undefined;
  }
}

function heldState(store: object): unknown {
  const getState = ownData(store, 'getState');
  if (isCallable(getState)) return apply(getState, store, []);
  // Vuex keeps its state in here, behind an accessor of its own.
  const vuex = objectAt(store, '_state');
  if (vuex !== undefined) return ownData(vuex, 'data');
  const subscribe: unknown = ownData(store, 'subscribe');
  if (isCallable(subscribe)) return subscribedState(store, subscribe);
  // A store of Pinia; its `$state` is an accessor of the library.
  const pinia: unknown = ownData(store, '$id') === undefined ? undefined : get(store, '$state');
  return pinia ?? store;
}

/** A store of Svelte tells its value to each new subscriber at once. */
function subscribedState(store: object, subscribe: (...args: unknown[]) => unknown): unknown {
  let state: unknown;
  const unsubscribe = apply(subscribe, store, [
    (value: unknown) => {
      state = value;
    },
  ]);
  if (isCallable(unsubscribe)) apply(unsubscribe, undefined, []);
  return isObject(state) ? state : { value: state };
}

function objectOnly(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}
