/** Lists without the methods of arrays, which a page may have replaced. */

import { append } from '../primordials.ts';

/** The first answer to a question that each item is asked; undefined where none answers. */
export function first<Item, Answer>(
  list: readonly Item[],
  ask: (item: Item) => Answer | undefined,
): Answer | undefined {
  let answer: Answer | undefined;
  for (let index = 0; index < list.length && answer === undefined; index += 1) {
    const item = list[index];
    if (item !== undefined) answer = ask(item);
  }
  return answer;
}

/** Visits every item. */
export function each<Item>(list: readonly Item[], visit: (item: Item) => void): void {
  first(list, (item): undefined => {
    visit(item);
  });
}

/** What becomes of the items, at most `limit` of them; undefined ones are left out. */
export function collected<Item, Result>(
  list: readonly Item[],
  limit: number,
  make: (item: Item) => Result | undefined,
): Result[] {
  const results: Result[] = [];
  first(list, (item) => {
    if (results.length >= limit) return true;
    const result = make(item);
    if (result !== undefined) append(results, result);
    return undefined;
  });
  return results;
}

/** The same items from the last to the first. */
export function reversed<Item>(list: readonly Item[]): Item[] {
  const turned: Item[] = [];
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const item = list[index];
    if (item !== undefined) append(turned, item);
  }
  return turned;
}
