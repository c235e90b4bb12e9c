/** Which elements are expected to do something with every click. */

import type { Dom } from '../dom.ts';
import { execute } from '../primordials.ts';
import { textOf } from '../text.ts';

/** What takes a click without showing that it did: text to be placed in, pictures that draw themselves, other documents. */
const UNCOUNTED =
  'input:not([type=button],[type=submit],[type=reset],[type=image]),textarea,select,option,canvas,video,audio,iframe,embed,object,html,body,[contenteditable]:not([contenteditable=false])';

/** Steps that end somewhere: people click on at the last page. */
const STEPPER = /^[+\-−–‹›«»<>←→]$|\b(?:next|prev|previous)\b/i;

const MAX_NAME_CHARACTERS = 60;

/** Whether a click without effect on an element is worth a report. */
export function isCounted(element: Element | undefined, dom: Dom): boolean {
  if (element === undefined || dom.matches(element, UNCOUNTED)) return false;
  const name = dom.attribute(element, 'aria-label') ?? textOf(element, dom, MAX_NAME_CHARACTERS);
  return execute(STEPPER, name) === null;
}
