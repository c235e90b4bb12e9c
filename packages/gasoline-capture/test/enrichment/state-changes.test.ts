import { describe, expect, it } from 'vitest';

import type { FoundStore } from '../../src/enrichment/framework.ts';
import { createStateChanges } from '../../src/enrichment/state-changes.ts';
import type { StateChanges } from '../../src/enrichment/state-changes.ts';
import { manualTimers } from '../manual-timers.ts';

type State = Readonly<Record<string, unknown>>;

interface Page {
  readonly changes: StateChanges;
  /** What the user does, and a while after it. */
  act(): void;
  wait(milliseconds: number): void;
  /** The paths that an error now would find changed. */
  changed(...paths: readonly string[]): readonly string[];
  /** How often a store was searched for. */
  searches(): number;
  switchOff(): void;
}

function page(find: () => FoundStore | undefined): Page {
  const { timers, pass } = manualTimers();
  let now = 10_000;
  let searches = 0;
  let isWanted = true;
  const search = (): FoundStore | undefined => {
    searches += 1;
    return find();
  };
  const changes = createStateChanges({ ...timers, now: () => now }, () => isWanted, search);
  const wait = (milliseconds: number): void => {
    now += milliseconds;
    pass(milliseconds);
  };
  return {
    changes,
    wait,
    act() {
      changes.note();
      wait(250);
    },
    changed(...paths) {
      const found = find();
      const hasChanged = found === undefined ? () => false : changes.before(now, found);
      return paths.filter(hasChanged);
    },
    searches: () => searches,
    switchOff() {
      isWanted = false;
    },
  };
}

/** A store as Redux and Zustand have it. */
function sayingStore(initial: State) {
  let state = initial;
  const listeners: (() => void)[] = [];
  const store = {
    asked: 0,
    getState() {
      store.asked += 1;
      return state;
    },
    subscribe: (listener: () => void) => listeners.push(listener),
  };
  return {
    store,
    listeners,
    found: (): FoundStore => ({ source: 'redux', state, store, read: store.getState }),
    set(changed: State) {
      state = { ...state, ...changed };
      for (const listener of listeners) listener();
    },
  };
}

/** State that is changed in place, as Pinia has it. */
function silentStore(state: object): () => FoundStore {
  return () => ({ source: 'pinia', state, store: state, read: () => state });
}

const PATHS = ['auth.user', 'auth.loading', 'cart', 'list', 'text'];
const SHOP = {
  auth: { user: null, loading: true },
  cart: NaN,
  list: [1],
  text: 'a'.repeat(300),
};

describe('a store that says when it changes', () => {
  it('is known to have changed for two seconds', () => {
    const { found, set } = sayingStore(SHOP);
    const { act, wait, changed } = page(found);
    act();
    expect(changed(...PATHS)).toEqual([]);
    set({ auth: { user: null, loading: false }, list: [1] });
    wait(250);
    expect(changed(...PATHS)).toEqual(['auth.loading', 'list']);
    wait(1_999);
    expect(changed(...PATHS)).toEqual(['auth.loading', 'list']);
    wait(1);
    expect(changed(...PATHS)).toEqual([]);
  });

  it('has changed too when nobody has looked since', () => {
    const { found, set } = sayingStore(SHOP);
    const { act, changed } = page(found);
    act();
    set({ cart: 7, fresh: 1 });
    expect(changed(...PATHS, 'fresh')).toEqual(['cart', 'fresh']);
  });

  it('is asked once for a thousand changes', () => {
    const { store, found, set } = sayingStore(SHOP);
    const { act, wait } = page(found);
    act();
    store.asked = 0;
    for (let count = 0; count < 1000; count += 1) set({ cart: count });
    expect(store.asked).toBe(0);
    wait(250);
    expect(store.asked).toBe(1);
  });

  it('is asked no more when state is not wanted any more', () => {
    const { store, found, set } = sayingStore(SHOP);
    const { act, wait, switchOff } = page(found);
    act();
    store.asked = 0;
    set({ cart: 1 });
    switchOff();
    set({ cart: 2 });
    wait(500);
    expect(store.asked).toBe(0);
  });

  it('is subscribed to once, though errors lead to others in between', () => {
    const one = sayingStore(SHOP);
    const other = sayingStore(SHOP);
    let current = one;
    const { act, changed } = page(() => current.found());
    act();
    for (current of [other, one, other, one]) changed(...PATHS);
    expect([one.listeners.length, other.listeners.length]).toEqual([1, 1]);
  });

  it('may refuse to', () => {
    const { store, found, set } = sayingStore(SHOP);
    store.subscribe = () => {
      throw new Error('while a reducer runs');
    };
    const { act, changed } = page(found);
    act();
    set({ cart: 1 });
    expect(changed(...PATHS)).toEqual(['cart']);
  });
});

describe('a store that is changed in place', () => {
  it('is looked at after what the user does', () => {
    const state = { auth: { user: null, loading: true }, text: 'a' };
    const { act, wait, changed } = page(silentStore(state));
    act();
    state.auth.loading = false;
    act();
    wait(1_900);
    expect(changed(...PATHS)).toEqual(['auth.loading']);
    wait(100);
    expect(changed(...PATHS)).toEqual([]);
    state.text = 'b';
    expect(changed(...PATHS)).toEqual(['text']);
  });

  it('was never looked at before its first error', () => {
    const { changed } = page(silentStore({ cart: 1 }));
    expect(changed('cart')).toEqual([]);
  });

  it('is not compared with another', () => {
    let current = silentStore({ cart: 1 });
    const { act, changed } = page(() => current());
    act();
    current = silentStore({ cart: 2 });
    expect(changed('cart')).toEqual([]);
  });
});

describe('a page without a store', () => {
  it('is searched a few times', () => {
    const { act, searches } = page(() => undefined);
    for (let count = 0; count < 20; count += 1) act();
    expect(searches()).toBe(5);
  });

  it('is left alone where state is not wanted', () => {
    const { act, searches, switchOff } = page(() => undefined);
    switchOff();
    act();
    expect(searches()).toBe(0);
  });
});
