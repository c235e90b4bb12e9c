/** Ids, which pages repeat more often than they should. */

import type { Dom } from '../dom.ts';

/** An element's id, if no other element of its document or shadow root has it. */
export function uniqueIdOf(element: Element, dom: Dom): string | undefined {
  const id = dom.attribute(element, 'id');
  if (id === null || id === '') return undefined;
  const escaped = dom.escape(id);
  return escaped !== '' && dom.findAll(dom.root(element), `#${escaped}`).length === 1 ? id : undefined;
}
