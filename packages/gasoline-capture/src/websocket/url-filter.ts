/**
 * Which sockets a person wants to see, by address.
 *
 * In a filter `*` stands for any characters, and the whole address must match; a filter without `*` matches wherever
 * it occurs. No regular expression is made of it: that would run with the page's methods, and a filter may hold anything.
 */

import { characterAt, indexOf } from '../primordials.ts';

/** Whether any filter matches, or there is none. */
export function isSelected(url: string, filters: readonly string[]): boolean {
  for (let index = 0; index < filters.length; index += 1) {
    if (matchesFilter(url, filters[index] ?? '')) return true;
  }
  return filters.length === 0;
}

function matchesFilter(url: string, filter: string): boolean {
  return indexOf(filter, '*') < 0 ? indexOf(url, filter) >= 0 : matchesGlob(url, filter);
}

/** Goes back only to the last `*`, so the time is at most the product of both lengths. */
function matchesGlob(text: string, glob: string): boolean {
  let position = 0;
  let place = 0;
  let lastStar = -1;
  let retryFrom = 0;
  while (position < text.length) {
    if (characterAt(glob, place) === '*') {
      lastStar = place;
      retryFrom = position;
      place += 1;
    } else if (place < glob.length && characterAt(glob, place) === characterAt(text, position)) {
      position += 1;
      place += 1;
    } else if (lastStar >= 0) {
      retryFrom += 1;
      position = retryFrom;
      place = lastStar + 1;
    } else return false;
  }
  while (characterAt(glob, place) === '*') place += 1;
  return place === glob.length;
}
