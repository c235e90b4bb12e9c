/**
 * What stands beside an element, and beside what it stands in: the next row, the next card, the next button.
 *
 * Whatever would be found there too is not unique, and to see that takes no look through the whole page. In long lists
 * nearly every candidate ends here.
 */

import type { Dom } from '../dom.ts';
import { append } from '../primordials.ts';

import type { Scope } from './scope.ts';

const MAX_LEVELS = 8;
const MAX_NEIGHBOURS = 4;

/** Larger ones are no neighbours but other parts of the page. */
const MAX_ELEMENTS = 60;

/** The siblings of the same kind right before and after an element and its ancestors, the nearest first. */
export function neighboursOf(element: Element, dom: Dom): readonly Scope[] {
  const found: Scope[] = [];
  let current: Node | null = element;
  for (let level = 0; level < MAX_LEVELS && dom.isElement(current); level += 1) {
    addLike(found, current, dom.next(current), dom);
    addLike(found, current, dom.previous(current), dom);
    if (found.length >= MAX_NEIGHBOURS) break;
    current = dom.parent(current);
  }
  return found;
}

function addLike(found: Scope[], element: Element, sibling: Element | null, dom: Dom): void {
  if (sibling === null || dom.localName(sibling) !== dom.localName(element)) return;
  if (dom.elementAt(sibling, MAX_ELEMENTS) !== null) return;
  append(found, { top: sibling, roots: [sibling], size: MAX_ELEMENTS, isBeside: true });
}
