/**
 * What was said lately through a binding that confirms nothing.
 *
 * A debugger loses sight of a document when the next one is about to take over, some milliseconds before the document learns
 * that it is left, and what it says in between is lost without a word. So the latest is kept, as much as one beacon holds.
 */

import { append, without } from 'gasoline-capture';

import { BEACON_CHARACTERS } from './batch.ts';
import type { Batch } from './batch.ts';

/** Longer than the next document ever takes to take over; what is older has arrived. */
const RECENT_MILLISECONDS = 500;

interface Said extends Batch {
  readonly at: number;
}

/** The latest batches of one window. */
export interface Recent {
  readonly add: (batch: Batch) => void;
  /** Those that may not have arrived, oldest first. */
  readonly batches: () => readonly Batch[];
}

/** None so far. */
export function createRecent(now: () => number): Recent {
  let said: Said[] = [];
  let characters = 0;
  return {
    add({ route, lines }) {
      append(said, { route, lines, at: now() });
      characters += lines.length;
      for (let oldest = said[0]; oldest !== undefined && characters > BEACON_CHARACTERS; oldest = said[0]) {
        said = without(said, oldest);
        characters -= oldest.lines.length;
      }
    },
    batches() {
      const earliest = now() - RECENT_MILLISECONDS;
      const recent: Batch[] = [];
      for (let index = 0; index < said.length; index += 1) {
        const batch = said[index];
        if (batch !== undefined && batch.at >= earliest) append(recent, batch);
      }
      return recent;
    },
  };
}
