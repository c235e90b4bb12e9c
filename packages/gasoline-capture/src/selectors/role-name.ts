/**
 * Role and accessible name, by the `dom-accessibility-api` library.
 *
 * The library reads nodes by their ordinary methods, so a page that replaced those may fail it: then the element is
 * described without a role.
 */

import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { RoleSelector } from 'gasoline-wire';

import type { Dom } from '../dom.ts';
import { inOneLine } from '../text.ts';

import { referredBy } from './references.ts';

/** Names made of more elements than this are no labels, and would cost a style lookup for each. */
const MAX_NAMING_ELEMENTS = 50;

/** Longer names are content. */
const MAX_NAME_CHARACTERS = 100;

/** Where what somebody typed could become part of a name. */
const TYPED_INTO = 'input,textarea,[contenteditable]';

/** The role and name of an element that has both. */
export function roleNameOf(element: Element, dom: Dom): RoleSelector | undefined {
  try {
    const role = getRole(element);
    if (role === null || role === 'presentation' || role === 'none') return undefined;
    if (dom.elementAt(element, MAX_NAMING_ELEMENTS) !== null || isNamedByContent(element, dom))
      return undefined;
    const { computedStyle } = dom;
    const name = inOneLine(
      computeAccessibleName(element, { getComputedStyle: computedStyle }),
      MAX_NAME_CHARACTERS,
    );
    return name === '' || name.length > MAX_NAME_CHARACTERS ? undefined : { role, name };
  } catch {
    return undefined;
  }
}

/** A label around two fields, or a reference to a field, would put what was typed there into the name. */
function isNamedByContent(element: Element, dom: Dom): boolean {
  const label = enclosingLabel(element, dom);
  if (label !== undefined && dom.findAll(label, TYPED_INTO).length > 1) return true;
  const referred = referredBy(element, 'aria-labelledby', dom);
  for (let index = 0; index < referred.length; index += 1) {
    const other = referred[index];
    if (other === undefined) continue;
    if (dom.matches(other, TYPED_INTO) || dom.find(other, TYPED_INTO) !== null) return true;
  }
  return false;
}

function enclosingLabel(element: Element, dom: Dom): Element | undefined {
  for (let node = dom.parent(element); dom.isElement(node); node = dom.parent(node)) {
    if (dom.localName(node) === 'label') return node;
  }
  return undefined;
}
