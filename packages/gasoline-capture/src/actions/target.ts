/** The element an event is about. */

import type { Dom } from '../dom.ts';
import { CLICKABLE } from '../selectors/visible-text.ts';

/** What answers to a click as a whole, whichever part of it is hit. */
const INTERACTIVE = `${CLICKABLE},input,select,textarea`;

/** The innermost element, also inside an open shadow root; undefined where the event is about the document. */
export function targetOf(event: Event, dom: Dom): Element | undefined {
  const innermost: unknown = dom.path(event)[0];
  return dom.isElement(innermost) ? innermost : undefined;
}

/** What the user meant to hit: the button, not the icon in it. */
export function clickedElement(event: Event, dom: Dom): Element | undefined {
  const path = dom.path(event);
  for (let index = 0; index < path.length; index += 1) {
    const target: unknown = path[index];
    if (dom.isElement(target) && dom.matches(target, INTERACTIVE)) return target;
  }
  return targetOf(event, dom);
}
