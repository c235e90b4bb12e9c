/**
 * The accessible name of an element, as far as Playwright and `dom-accessibility-api` certainly agree on it.
 *
 * They differ in spaces around line breaks and generated content. A name that one single thing gives (an `aria-label`, a
 * label, all text of the element) is the same for both; of any other, the longest piece of text in it.
 */

import { computeAccessibleName } from 'dom-accessibility-api';

import { ELEMENT_NODE } from '../dom.ts';
import type { Dom } from '../dom.ts';
import { indexOf, lowerCase } from '../primordials.ts';

import { labelTextOf } from './label-text.ts';
import { referredBy } from './references.ts';
import { isSameButForSpaces, normalised } from './same-text.ts';

/** A name, or a part of it. */
export interface AgreedName {
  readonly text: string;
  /** Whether it is the whole name. */
  readonly isWhole: boolean;
}

/** Longer names are content. */
export const MAX_NAME_CHARACTERS = 100;

/** Where a single thing may give the name. */
const NAMING_ATTRIBUTES = ['aria-label', 'alt', 'title', 'placeholder', 'value'];

/** Elsewhere a value is what was typed. */
const NAMED_BY_VALUE = 'input[type="submit" i],input[type="button" i],input[type="reset" i]';

/** A name stands near the start of what it names. */
const MAX_NODES = 100;

/** The whole name by the library; empty where there is none or the page's own functions fail it. */
export function libraryNameOf(element: Element, dom: Dom): string {
  try {
    const { computedStyle } = dom;
    return normalised(
      computeAccessibleName(element, { getComputedStyle: computedStyle }),
      MAX_NAME_CHARACTERS,
    );
  } catch {
    return '';
  }
}

/** What of a name is certain. */
export function agreedNameOf(element: Element, name: string, dom: Dom): AgreedName | undefined {
  for (let index = 0; index < NAMING_ATTRIBUTES.length; index += 1) {
    const attribute = NAMING_ATTRIBUTES[index] ?? '';
    const value = dom.attribute(element, attribute);
    if (value === null || normalised(value, MAX_NAME_CHARACTERS) !== name) continue;
    if (attribute !== 'value' || dom.matches(element, NAMED_BY_VALUE)) return { text: name, isWhole: true };
  }
  const text = dom.text(element);
  if (isSameButForSpaces(name, normalised(text, MAX_NAME_CHARACTERS)) && dom.find(element, 'br') === null)
    return { text: name, isWhole: true };
  // A reference wins over everything else; what is written there is the name.
  const referred = referredBy(element, 'aria-labelledby', dom);
  const only = referred.length === 1 ? referred[0] : undefined;
  if (only !== undefined && normalised(dom.text(only), MAX_NAME_CHARACTERS) === name)
    return { text: name, isWhole: true };
  const label = labelTextOf(element, dom);
  if (label !== undefined && holds(name, label)) return { text: label, isWhole: label === name };
  const piece = longestPiece(element, name, dom);
  return piece === '' ? undefined : { text: piece, isWhole: false };
}

function holds(name: string, piece: string): boolean {
  return indexOf(lowerCase(name), lowerCase(piece)) >= 0;
}

/** The longest text node of an element that is in its name. */
function longestPiece(element: Element, name: string, dom: Dom): string {
  const next = dom.walk(element);
  let longest = '';
  let node = next();
  for (let count = 0; node !== null && count < MAX_NODES; count += 1) {
    if (dom.nodeType(node) !== ELEMENT_NODE) {
      const piece = normalised(dom.nodeValue(node) ?? '', MAX_NAME_CHARACTERS);
      if (piece.length > longest.length && holds(name, piece)) longest = piece;
    }
    node = next();
  }
  return longest;
}
