/** The text on things that are clicked. */

import type { Dom } from '../dom.ts';
import { textOf } from '../text.ts';

/** Longer texts are content, not labels. */
const MAX_CHARACTERS = 50;

/** What people click because it looks like it. */
export const CLICKABLE =
  'button,a[href],summary,label,option,[role="button"],[role="link"],[role="tab"],[role="menuitem"],' +
  '[role="menuitemcheckbox"],[role="menuitemradio"],[role="option"],[role="switch"],[role="checkbox"],' +
  '[role="radio"],[role="treeitem"],[onclick]';

/** The text of something clickable. */
export function visibleTextOf(element: Element, dom: Dom): string | undefined {
  if (!dom.matches(element, CLICKABLE)) return undefined;
  const text = textOf(element, dom, MAX_CHARACTERS);
  return text === '' || text.length > MAX_CHARACTERS ? undefined : text;
}
