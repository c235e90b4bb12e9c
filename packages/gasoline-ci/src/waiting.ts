/** Batches that wait for their beacon. */

import { enqueue } from './batch.ts';
import type { Batch } from './batch.ts';
import { inOrderOfWorth, reversed } from './last-words.ts';
import type { Poster } from './post.ts';

/** What waits, oldest first. */
export interface Waiting {
  add(batch: Batch): void;
  readonly characters: () => number;
  /** Sends in order until the browser takes no more. */
  flush(): void;
  /** Sends as much as the browser takes, where there may be no other moment: what matters most, if not everything. */
  flushLast(): void;
  clear(): void;
}

/** Batches kept while the browser takes no more, about 4 MB; beyond that the oldest goes. */
const MAX_WAITING = 200;

/** Nothing yet. */
export function createWaiting(poster: Poster): Waiting {
  let batches: Batch[] = [];
  const flush = (): void => {
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      if (!poster.send(batch.route, batch.lines)) break;
      batches.shift();
    }
  };
  return {
    add(batch) {
      enqueue(batches, batch);
      if (batches.length > MAX_WAITING) batches.shift();
    },
    characters() {
      let characters = 0;
      for (let index = 0; index < batches.length; index += 1) characters += batches[index]?.lines.length ?? 0;
      return characters;
    },
    flush,
    flushLast() {
      if (poster.hasRoomFor(batches)) flush();
      if (batches.length === 0) return;
      batches = inOrderOfWorth(batches);
      flush();
      batches = reversed(batches);
    },
    clear() {
      batches = [];
    },
  };
}
