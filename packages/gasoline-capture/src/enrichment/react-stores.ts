/** Stores that React components use: Redux by its `Provider`, Zustand by the dependencies of its hook. */

import { ownData } from '../own-data.ts';
import { get, isArray } from '../primordials.ts';

import type { FoundStore } from './framework.ts';
import { hasMembers, objectAt } from './page-object.ts';
import { stateOf } from './store-state.ts';

/** Calls `visit` for fibers until it answers true. */
type VisitFibers = (visit: (fiber: object) => boolean) => void;

const MAX_HOOKS = 100;

/** The store of Redux if there is one, otherwise the first of Zustand. */
export function storeInFibers(visitFibers: VisitFibers): FoundStore | undefined {
  let redux: object | undefined;
  let zustand: object | undefined;
  visitFibers((fiber) => {
    // Most are elements of the page, which have neither.
    if (typeof get(fiber, 'type') === 'string') return false;
    redux = reduxStoreOf(fiber);
    zustand ??= zustandStoreOf(fiber);
    return redux !== undefined;
  });
  return found('redux', redux) ?? found('zustand', zustand);
}

function found(source: string, store: object | undefined): FoundStore | undefined {
  const state = store === undefined ? undefined : stateOf(store);
  return store === undefined || state === undefined ? undefined : { source, state, store, read: stateOf };
}

function reduxStoreOf(fiber: object): object | undefined {
  const props = objectAt(fiber, 'memoizedProps');
  const store = props === undefined ? undefined : objectAt(props, 'store');
  return store !== undefined && hasMembers(store, 'getState', 'dispatch') ? store : undefined;
}

/** The hook gives its store to `useCallback` as the first dependency: `[callback, [store, selector]]`. */
function zustandStoreOf(fiber: object): object | undefined {
  let hook = objectAt(fiber, 'memoizedState');
  for (let count = 0; hook !== undefined && count < MAX_HOOKS; count += 1) {
    const state = ownData(hook, 'memoizedState');
    const dependencies = isArray(state) ? objectAt(state, '1') : undefined;
    const store = isArray(dependencies) ? objectAt(dependencies, '0') : undefined;
    if (store !== undefined && hasMembers(store, 'getState', 'setState', 'subscribe')) return store;
    hook = objectAt(hook, 'next');
  }
  return undefined;
}
