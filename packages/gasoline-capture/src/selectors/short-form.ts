/** An element in a word, `button#submit.primary`: for people, not for finding it again. */

import type { Dom } from '../dom.ts';
import { truncate } from '../truncate.ts';

import type { Recogniser } from './recognised.ts';

const MAX_CHARACTERS = 200;

/** Tag, id, and classes where there is no id. */
export function shortFormOf(element: Element, dom: Dom, { classesOf }: Recogniser): string {
  const id = dom.attribute(element, 'id');
  const name = dom.localName(element);
  const form = id === null || id === '' ? `${name}${classesOf(element, dom)}` : `${name}#${id}`;
  return truncate(form, MAX_CHARACTERS);
}
