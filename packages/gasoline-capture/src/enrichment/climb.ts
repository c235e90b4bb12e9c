/** The way from an element up to the document, out of shadow roots as well. */

import type { Dom } from '../dom.ts';

/** No document is as deep. */
const MAX_DEPTH = 5000;

/** Visits an element and those that contain it, until `visit` answers true. */
export function climb(start: Element, dom: Dom, visit: (element: Element) => boolean): void {
  let node: Node | null = start;
  for (let depth = 0; node !== null && depth < MAX_DEPTH; depth += 1) {
    if (dom.isElement(node) && visit(node)) return;
    node = dom.host(node) ?? dom.parent(node);
  }
}
