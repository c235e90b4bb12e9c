/** The classes of an element that help to recognise it. */

import type { Dom } from '../dom.ts';
import { characterCodeAt, slice } from '../primordials.ts';

import { isGeneratedClass } from './generated-class.ts';

/** More make a selector longer, not better. */
const MAX_CLASSES = 2;

/** The first names that a person wrote, as they stand in a selector: `.primary.large`. */
export function classSelectorOf(element: Element, dom: Dom): string {
  // By attribute: the `className` of an SVG element is no string.
  const names = dom.attribute(element, 'class') ?? '';
  let selector = '';
  let count = 0;
  for (let start = 0; start < names.length && count < MAX_CLASSES;) {
    const end = endOfName(names, start);
    const name = slice(names, start, end);
    start = end + 1;
    if (name === '' || isGeneratedClass(name)) continue;
    selector += `.${dom.escape(name)}`;
    count += 1;
  }
  return selector;
}

/** The first control character or space at or after `start`. */
function endOfName(names: string, start: number): number {
  let end = start;
  while (end < names.length && characterCodeAt(names, end) > 32) end += 1;
  return end;
}
