/** The words a field is labelled with, without hints and error messages that come and go behind it. */

import { ELEMENT_NODE } from '../dom.ts';
import type { Dom } from '../dom.ts';

import { normalised } from './same-text.ts';

const MAX_CHARACTERS = 80;
const MAX_NODES = 50;

/** Where the text of a label ends: at the field in it. */
const FIELD = 'input,select,textarea,button';

/** The text of a field's first label; undefined where there is none, or it is too long to be one. */
export function labelTextOf(field: Element, dom: Dom): string | undefined {
  const label = dom.labels(field)[0];
  if (label === undefined) return undefined;
  const before = textBeforeField(label, dom);
  const text = before === '' ? normalised(dom.text(label), MAX_CHARACTERS) : before;
  return text === '' || text.length > MAX_CHARACTERS ? undefined : text;
}

/** The text of a label up to the field in it; empty where the field comes first. */
function textBeforeField(label: Element, dom: Dom): string {
  const next = dom.walk(label);
  let text = '';
  let node = next();
  for (let count = 0; node !== null && count < MAX_NODES; count += 1) {
    if (dom.nodeType(node) !== ELEMENT_NODE) text += dom.nodeValue(node) ?? '';
    else if (dom.isElement(node) && dom.matches(node, FIELD)) return normalised(text, MAX_CHARACTERS);
    node = next();
  }
  // All of it, if it stands beside the field rather than around it.
  return node === null ? normalised(text, MAX_CHARACTERS) : '';
}
