/**
 * Which members of a store have changed lately.
 *
 * For that somebody must have looked before. A store that says when it changes is looked at soon after, others after what
 * the user does; always in an idle moment, and only where state is wanted at all. Kept are simple values, and of objects
 * weak references: nothing that the page has thrown away lives longer for it.
 */

import { isCallable } from '../callable.ts';
import type { Env } from '../env.ts';
import { ownData } from '../own-data.ts';
import { unnoticed } from '../patch.ts';
import {
  apply,
  bareRecord,
  createWeakMap,
  dereference,
  hasOwn,
  isSameValue,
  WeakReference,
} from '../primordials.ts';

import type { FoundStore } from './framework.ts';
import { each } from './list.ts';
import { isObject } from './page-object.ts';
import type { IsLate } from './page-object.ts';
import { allMembers } from './state.ts';
import type { HasChanged } from './state.ts';

/** The memory of one window. */
export interface StateChanges {
  /** The user acts, and something may change. */
  note(): void;
  /** What has changed shortly before a moment, in the store that was found. Looks once more. */
  before(at: number, found: FoundStore): HasChanged;
}

/** As documented. */
const RECENT_MS = 2000;

/** Before a look, and for it. */
const PAUSE_MS = 250;
const LOOK_MS = 10;

/** Longer texts are told apart by their length: what is kept must stay small. */
const MAX_KEPT_CHARACTERS = 200;

/** Without any store, the search for one ends. */
const MAX_SEARCHES = 5;

/** A member as it was. */
interface Kept {
  readonly value: unknown;
  /** When it became so; 0 where that was before the first look. */
  readonly at: number;
}

/** The store that is watched. */
interface Watched extends Pick<FoundStore, 'read'> {
  readonly store: WeakRef<object>;
  kept: Readonly<Record<string, Kept>> | undefined;
}

/** Remembers one store; `find` searches for it until it is found. */
export function createStateChanges(
  env: Pick<Env, 'now' | 'after' | 'whenIdle'>,
  isWanted: () => boolean,
  find: (isLate: IsLate) => FoundStore | undefined,
): StateChanges {
  const subscribed = createWeakMap<true>();
  let watched: Watched | undefined;
  let isScheduled = false;
  let searches = 0;

  const note = (): void => {
    if (isScheduled || !isWanted() || searches >= MAX_SEARCHES) return;
    isScheduled = true;
    // After the pause, so that no change during it goes unseen.
    env.after(PAUSE_MS, () => {
      env.whenIdle(() => {
        isScheduled = false;
        if (isWanted()) unnoticed(lookAgain);
      });
    });
  };
  const watch = ({ store, read }: FoundStore): void => {
    watched = { store: new WeakReference(store), read, kept: undefined };
    searches = 0;
    // Errors may lead now to this store and now to that.
    if (subscribed.get(store) === undefined) subscribe(store, note);
    subscribed.set(store, true);
  };
  const timeLimit = (): IsLate => {
    const end = env.now() + LOOK_MS;
    return () => env.now() > end;
  };
  const look = (state: object | undefined): void => {
    if (watched === undefined || state === undefined) return;
    const isLate = timeLimit();
    const kept = seen(state, watched.kept, env.now(), isLate);
    if (!isLate()) watched.kept = kept;
  };
  const lookAgain = (): void => {
    const store = watched && dereference(watched.store);
    if (store !== undefined) {
      look(watched?.read(store));
      return;
    }
    searches += 1;
    const found = find(timeLimit());
    if (found !== undefined) watch(found);
    look(found?.state);
  };
  return {
    note,
    before(at, found) {
      if (watched === undefined || dereference(watched.store) !== found.store) watch(found);
      look(found.state);
      return (path) => (watched?.kept?.[path]?.at ?? 0) > at - RECENT_MS;
    },
  };
}

/** Stores of Redux and Zustand say when they change. Those of Svelte start to work for a subscriber, so they are left alone. */
function subscribe(store: object, listener: () => void): void {
  const subscribe = ownData(store, 'subscribe');
  if (!isCallable(subscribe) || !isCallable(ownData(store, 'getState'))) return;
  try {
    apply(subscribe, store, [listener]);
  } catch {
    // It is looked at after actions then.
  }
}

function seen(
  state: object,
  before: Watched['kept'],
  at: number,
  isLate: IsLate,
): Readonly<Record<string, Kept>> {
  const kept = bareRecord<Kept>();
  each(allMembers(state, isLate), ({ path, value }) => {
    const known = before?.[path];
    if (hasOwn(kept, path)) return;
    kept[path] =
      known !== undefined && isSame(known.value, value)
        ? known
        : { value: remembered(value), at: before === undefined ? 0 : at };
  });
  return kept;
}

function remembered(value: unknown): unknown {
  if (isObject(value)) return new WeakReference(value);
  return typeof value === 'string' && value.length > MAX_KEPT_CHARACTERS ? value.length : value;
}

function isSame(known: unknown, value: unknown): boolean {
  return isReference(known)
    ? isObject(value) && dereference(known) === value
    : isSameValue(known, remembered(value));
}

/** Objects themselves are never kept. */
function isReference(known: unknown): known is WeakRef<object> {
  return isObject(known);
}
