/** Lets entries go in the order of what they tell, though some are complete only a little later. */

import { append } from '../primordials.ts';

/** Hands over the complete entry; undefined where nothing more became known. */
export type Settle<Item> = (complete: Item | undefined) => void;

/** Entries on their way out. */
export interface InOrder<Item> {
  /** An entry that is complete. */
  add(item: Item): void;
  /** One of which more may become known. It does not wait where too many do. */
  addLate(item: Item, complete: (settle: Settle<Item>) => void): void;
  /** Waits for nothing any more. */
  letAllGo(): void;
}

/** Entries that are being completed at one time. */
const MAX_LATE = 16;

/** Entries that wait for those before them. */
const MAX_WAITING = 100;

interface Place<Item> {
  item: Item;
  isComplete: boolean;
}

/** Nothing waits yet. */
export function createInOrder<Item>(letGo: (item: Item) => void): InOrder<Item> {
  let waiting: Place<Item>[] = [];
  let late = 0;

  const advance = (which: 'complete' | 'all'): void => {
    const before = waiting;
    waiting = [];
    let isBlocked = false;
    for (let index = 0; index < before.length; index += 1) {
      const place = before[index];
      if (place === undefined) continue;
      isBlocked ||= which === 'complete' && !place.isComplete;
      if (isBlocked) append(waiting, place);
      else letGo(place.item);
    }
  };
  const add = (item: Item): void => {
    if (waiting.length >= MAX_WAITING) advance('all');
    if (waiting.length === 0) letGo(item);
    else append(waiting, { item, isComplete: true });
  };
  return {
    add,
    addLate(item, complete) {
      if (late >= MAX_LATE) {
        add(item);
        return;
      }
      const place = { item, isComplete: false };
      append(waiting, place);
      late += 1;
      complete((completed) => {
        late -= 1;
        place.item = completed ?? place.item;
        place.isComplete = true;
        advance('complete');
      });
    },
    letAllGo() {
      advance('all');
    },
  };
}
