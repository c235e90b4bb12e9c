/** The store whose state goes with an error: one the page has named, or one that its framework leads to. */

import { bareRecord } from '../primordials.ts';
import type { Stores } from '../stores.ts';

import type { FoundStore } from './framework.ts';
import { first } from './list.ts';
import type { Origin } from './origins.ts';
import { isObject } from './page-object.ts';
import type { IsLate } from './page-object.ts';
import { stateOf } from './store-state.ts';

/** The first store found; `apps` is asked only where the places of the error lead to none. */
export function findStore(
  stores: Stores,
  places: readonly Origin[],
  apps: () => readonly Origin[],
  isLate: IsLate,
): FoundStore | undefined {
  const storeAt = ({ trace }: Origin): FoundStore | null | undefined => trace.store?.(isLate);
  const named = registered(stores);
  if (named !== undefined) return named;
  const found = first(places, storeAt);
  return (found === undefined ? first(apps(), storeAt) : found) ?? undefined;
}

/** Several stores are told as one, each below its name. */
function registered(stores: Stores): FoundStore | undefined {
  const states = bareRecord<object>();
  let source = '';
  let count = 0;
  let only: FoundStore | undefined;
  stores.each((name, store) => {
    const state = stateOf(store);
    if (state === undefined || !isObject(store)) return;
    states[name] = state;
    source += `${source && ', '}${name}`;
    count += 1;
    only = { source, state, store, read: stateOf };
  });
  if (count <= 1) return only;
  return { source, state: states, store: stores, read: () => registered(stores)?.state };
}
