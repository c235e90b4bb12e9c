/** Open shadow roots of a document, which an observer of the document does not see. */

import type { Dom } from '../dom.ts';
import { append, indexOf } from '../primordials.ts';

/** Elements looked at, and roots observed. Beyond, nobody can tell what changed. */
const MAX_ELEMENTS = 5000;
const MAX_ROOTS = 100;

/** The roots, those inside others included; undefined where the document is too large to know. */
export function shadowRootsIn(document: Document, dom: Dom): readonly ShadowRoot[] | undefined {
  const roots: ShadowRoot[] = [];
  let left = MAX_ELEMENTS;
  const collect = (below: Node): boolean => {
    const elements = dom.named(below, '*');
    if (elements.length > left) return false;
    left -= elements.length;
    for (let index = 0; index < elements.length; index += 1) {
      const element = elements[index];
      if (element === undefined || !mayHaveRoot(element, dom)) continue;
      const root = dom.shadow(element);
      if (root === null) continue;
      append(roots, root);
      if (roots.length > MAX_ROOTS || !collect(root)) return false;
    }
    return true;
  };
  return collect(document) ? roots : undefined;
}

/** Of the browser's own elements, these may be given one. */
const OWN_HOSTS = ' article aside blockquote div footer header main nav p section span ';

function mayHaveRoot(element: Element, dom: Dom): boolean {
  const name = dom.localName(element);
  return indexOf(name, '-') > 0 || indexOf(OWN_HOSTS, ` ${name} `) >= 0;
}
