/** The label an element carries itself. */

import type { Dom } from '../dom.ts';

/** An element's `aria-label`. */
export function ariaLabelOf(element: Element, dom: Dom): string | undefined {
  const label = dom.attribute(element, 'aria-label');
  return label === null || label === '' ? undefined : label;
}
