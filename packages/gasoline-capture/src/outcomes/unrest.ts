/** Places of a document that change again and again while nobody acts: a clock, a ticker, a carousel. */

import type { Env } from '../env.ts';
import { createWeakMap } from '../primordials.ts';

/** What changes by itself. */
export interface Unrest {
  /** A place changed while nobody acted. */
  note(place: Node): void;
  isRestless(place: Node): boolean;
}

/** A place that changed so often at rest, with so long between, is restless. */
const RESTLESS_TIMES = 3;
const RESTLESS_APART_MS = 300;

/** The unrest of one window. It does not keep places alive. */
export function createUnrest({ now }: Pick<Env, 'now'>): Unrest {
  const places = createWeakMap<{ times: number; at: number }>();
  return {
    note(place) {
      const at = now();
      const known = places.get(place);
      if (known === undefined) places.set(place, { times: 1, at });
      else if (at - known.at >= RESTLESS_APART_MS) {
        known.times += 1;
        known.at = at;
      }
    },
    isRestless: (place) => (places.get(place)?.times ?? 0) >= RESTLESS_TIMES,
  };
}
