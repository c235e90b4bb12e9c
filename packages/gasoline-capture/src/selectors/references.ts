/** The elements an attribute refers to by their ids. */

import type { Dom } from '../dom.ts';
import { append, indexOf, slice, trim } from '../primordials.ts';

/** What a list of ids refers to, in the document or shadow root of the element. */
export function referredBy(element: Element, attribute: string, dom: Dom): readonly Element[] {
  const referred: Element[] = [];
  let rest = trim(dom.attribute(element, attribute) ?? '');
  while (rest !== '') {
    const end = indexOf(rest, ' ');
    const id = dom.escape(end < 0 ? rest : slice(rest, 0, end));
    rest = end < 0 ? '' : trim(slice(rest, end));
    const found = id === '' ? null : dom.find(dom.root(element), `#${id}`);
    if (found !== null) append(referred, found);
  }
  return referred;
}
