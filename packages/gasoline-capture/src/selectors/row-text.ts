/**
 * What is written on something in a row: the same as in every row, the title of the record, or a detail of it.
 *
 * `Delete` stands in every row and will do so tomorrow. The title tells one record from all others. But that an issue has
 * the label `bug`, or that somebody wrote it, tells only how things are today.
 */

import { ELEMENT_NODE } from '../dom.ts';
import type { Dom } from '../dom.ts';

import { classSelectorOf } from './class-names.ts';
import { durablePartOf } from './durable-text.ts';
import { normalised } from './same-text.ts';
import { isInside } from './search.ts';

/** How far it can be relied on. */
export type RowText = 'shared' | 'title' | 'detail';

const MAX_CHARACTERS = 60;
const MIN_CHARACTERS = 2;
const MAX_NODES = 60;

/** Rows that are compared, in each direction. */
const MAX_ROWS = 3;

/** What an element in a row says. */
export function rowTextOf(element: Element, row: Element, dom: Dom): RowText {
  if (element === row || isTitle(element, row, dom)) return 'title';
  const selector = `${dom.escape(dom.localName(element))}${classSelectorOf(element, dom)}`;
  const place = placeOf(element, dom.findAll(row, selector));
  const said = saidBy(element, dom);
  const isSame = (other: Element): boolean => {
    const counterpart = dom.findAll(other, selector)[place];
    return counterpart === undefined || saidBy(counterpart, dom) === said;
  };
  return isTrueOf(row, dom.previous, isSame, dom) && isTrueOf(row, dom.next, isSame, dom)
    ? 'shared'
    : 'detail';
}

/** Whether the first words of the row that are no data stand in the element. */
function isTitle(element: Element, row: Element, dom: Dom): boolean {
  const next = dom.walk(dom.shadow(row) ?? row);
  let node = next();
  for (let count = 0; node !== null && count < MAX_NODES; count += 1, node = next()) {
    if (dom.nodeType(node) === ELEMENT_NODE) continue;
    const text = normalised(dom.nodeValue(node) ?? '', MAX_CHARACTERS);
    if (text.length >= MIN_CHARACTERS && durablePartOf(text).isWhole) return isInside(node, element, dom);
  }
  return false;
}

function placeOf(element: Element, list: ArrayLike<Element>): number {
  let place = 0;
  while (place < list.length && list[place] !== element) place += 1;
  return place;
}

/** What is said, numbers aside. */
function saidBy(element: Element, dom: Dom): string {
  const { part: text } = durablePartOf(normalised(dom.text(element), MAX_CHARACTERS));
  const { part: label } = durablePartOf(dom.attribute(element, 'aria-label') ?? '');
  return `${text}|${label}|${dom.attribute(element, 'title') ?? ''}`;
}

/** Whether something holds for the next rows in one direction. */
function isTrueOf(
  row: Element,
  step: (element: Element) => Element | null,
  test: (row: Element) => boolean,
  dom: Dom,
): boolean {
  let sibling = step(row);
  for (let count = 0; count < MAX_ROWS && sibling !== null; count += 1) {
    if (dom.localName(sibling) === dom.localName(row) && !test(sibling)) return false;
    sibling = step(sibling);
  }
  return true;
}
