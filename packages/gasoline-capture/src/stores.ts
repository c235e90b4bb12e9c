/** Stores of application state the page has named, for the explanation of errors. Nothing is read before that. */

import { append } from './primordials.ts';

/** Stores by name. */
export interface Stores {
  /** Remembers a store, in place of one of the same name; false where there are too many. */
  register(name: string, store: unknown): boolean;
  each(visit: (name: string, store: unknown) => void): void;
}

const MAX_STORES = 20;

interface Named {
  readonly name: string;
  store: unknown;
}

/** The stores of one window. */
export function createStores(): Stores {
  const known: Named[] = [];
  const find = (name: string): Named | undefined => {
    for (let index = 0; index < known.length; index += 1) {
      if (known[index]?.name === name) return known[index];
    }
    return undefined;
  };
  return {
    register(name, store) {
      const named = find(name);
      if (named !== undefined) named.store = store;
      else if (known.length < MAX_STORES) append(known, { name, store });
      else return false;
      return true;
    },
    each(visit) {
      for (let index = 0; index < known.length; index += 1) {
        const named = known[index];
        if (named !== undefined) visit(named.name, named.store);
      }
    },
  };
}
