/** An element in a word, `button#submit.primary`: for people, not for finding it again. */

import type { Dom } from '../dom.ts';
import { truncate } from '../truncate.ts';

import { classSelectorOf } from './class-names.ts';

const MAX_CHARACTERS = 200;

/** Tag, id, and classes where there is no id. */
export function shortFormOf(element: Element, dom: Dom): string {
  const id = dom.attribute(element, 'id');
  const name = dom.localName(element);
  const form = id === null || id === '' ? `${name}${classSelectorOf(element, dom)}` : `${name}#${id}`;
  return truncate(form, MAX_CHARACTERS);
}
