/** By role and accessible name, as people and assistive technology know an element. */

import type { Dom } from '../dom.ts';
import { append, createSet, execute, indexOf, trim, upperCase } from '../primordials.ts';
import type { SafeSet } from '../primordials.ts';

import { agreedNameOf, MAX_NAME_CHARACTERS } from './accessible-name.ts';
import { agreedRoleOf, hasOtherRole, selectorsOfRole } from './agreed-role.ts';
import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { durablePartOf } from './durable-text.ts';
import { isTextOfAddress } from './link-address.ts';
import { contains } from './same-text.ts';
import type { Scope } from './scope.ts';
import type { Search } from './search.ts';

/** Longer names are content rather than a label. */
const LABEL_CHARACTERS = 60;

/**
 * The variants of role and name: the part of the name that is no data, the whole, exactly the whole. `doubt` is the risk of a
 * link's text that its address does not speak for.
 */
export function byRole(search: Search, element = search.element, doubt = RISK.doubt): readonly Candidate[] {
  const { dom } = search;
  const role = agreedRoleOf(element, dom);
  const name = role === undefined || !isExposed(element, dom) ? undefined : search.nameOf(element);
  if (role === undefined || name === undefined) return [];
  if (name === '') return [nameless(search, element, role)];
  const agreed = name.length > MAX_NAME_CHARACTERS ? undefined : agreedNameOf(element, name, dom);
  if (agreed === undefined) return [];
  const { text } = agreed;
  const durable = durablePartOf(text);
  const isLabel = durable.isWhole && text.length <= LABEL_CHARACTERS;
  const risk = RISK.role + (isLabel ? 0 : RISK.data) + (isTextOfAddress(element, text, dom) ? 0 : doubt);
  const variants: Candidate[] = [];
  if (!durable.isWhole && durable.part !== '')
    append(variants, named(search, element, role, durable.part, RISK.role + RISK.exact, 'part'));
  append(variants, named(search, element, role, text, risk, 'part'));
  if (agreed.isWhole) append(variants, named(search, element, role, text, risk + RISK.exact, 'whole'));
  return variants;
}

/** Roles that a page has once, so that the next one is no surprise. */
const SINGLE_ROLE =
  /^(?:banner|complementary|contentinfo|dialog|alertdialog|main|menubar|navigation|search|tablist|toolbar)$/;

/** The only one of its role needs no name, as long as there is no other. */
function nameless(search: Search, element: Element, role: string): Candidate {
  const { dom } = search;
  const isTwin = (other: Element): boolean => !hasOtherRole(other, role, dom) && isShown(other, dom);
  const risk = execute(SINGLE_ROLE, role) === null ? RISK.kind : RISK.role + RISK.container;
  return candidate({ by: 'role', role, value: '' }, risk, (scope) =>
    search.isOnly(scope, selectorsOfRole(role), element, isTwin),
  );
}

function named(
  search: Search,
  element: Element,
  role: string,
  name: string,
  risk: number,
  extent: 'part' | 'whole',
): Candidate {
  const { dom } = search;
  const isMeant = (other: string | undefined): boolean => {
    if (other === undefined) return true;
    return extent === 'whole' ? other === name : indexOf(upperCase(other), upperCase(name)) >= 0;
  };
  return candidate(
    { by: 'role', role, value: name, ...(extent === 'whole' && { exact: true }) },
    risk,
    (scope) => {
      const isField = execute(FIELD_ROLE, role) !== null;
      const fields = isField ? fieldsLabelled(search, scope, name) : undefined;
      if (isField && fields === undefined) return false;
      const isTwin = (other: Element): boolean =>
        (fields?.has(other) === true || mayBeNamed(other, name, dom)) &&
        !hasOtherRole(other, role, dom) &&
        isShown(other, dom) &&
        isMeant(search.nameOf(other));
      return search.isOnly(scope, selectorsOfRole(role), element, isTwin);
    },
  );
}

/** Roles whose names come from labels. */
const FIELD_ROLE = /^(?:textbox|searchbox|combobox|listbox|checkbox|radio|slider|spinbutton|switch)$/;

/** The price of reading a label. */
const LABEL = 50;

/**
 * Fields whose label contains a name; undefined if the means do not suffice. From the labels to the fields: the labels of a
 * field are searched for in the whole document each time.
 */
function fieldsLabelled(search: Search, scope: Scope, name: string): SafeSet<Element> | undefined {
  const { dom } = search;
  const lists = search.find(scope.isBeside ? scope : search.page, 'label');
  if (lists === undefined) return undefined;
  const fields = createSet<Element>();
  for (let root = 0; root < lists.length; root += 1) {
    const labels = lists[root] ?? [];
    if (!search.spend(labels.length * LABEL)) return undefined;
    for (let index = 0; index < labels.length; index += 1) {
      const label = labels[index];
      const field = label !== undefined && contains(dom.text(label), name) ? dom.control(label) : null;
      if (field !== null) fields.add(field);
    }
  }
  return fields;
}

const NAMING_ATTRIBUTES = ['aria-label', 'title', 'value', 'placeholder', 'alt'];

/** What inside an element without text may give it a name. */
const NAMING_CONTENT = '[alt],[aria-label],[title]';

/** Whether a name could be an element's: a cheap look at what names are made of. */
function mayBeNamed(element: Element, name: string, dom: Dom): boolean {
  const text = dom.text(element);
  if (contains(text, name)) return true;
  for (let index = 0; index < NAMING_ATTRIBUTES.length; index += 1) {
    const value = dom.attribute(element, NAMING_ATTRIBUTES[index] ?? '');
    if (value !== null && contains(value, name)) return true;
  }
  if (dom.attribute(element, 'aria-labelledby') !== null) return true;
  // Pictures speak where there is no text, and a submit button without words has some.
  return (
    trim(text) === '' && (dom.find(element, NAMING_CONTENT) !== null || dom.localName(element) === 'input')
  );
}

const HIDDEN = '[aria-hidden="true" i],[aria-hidden="true" i] *';

/** Whether an element is there for assistive technology, and so for Playwright's roles; in case of doubt it is. */
function isShown(element: Element, dom: Dom): boolean {
  if (dom.matches(element, HIDDEN)) return false;
  return dom.isVisible(element) || dom.computedStyle(element).display === 'contents';
}

/** The same; in case of doubt it is not. */
function isExposed(element: Element, dom: Dom): boolean {
  if (!dom.isVisible(element)) return false;
  let current: Element | undefined = element;
  while (current !== undefined) {
    if (dom.matches(current, HIDDEN)) return false;
    current = dom.host(dom.root(current));
  }
  return true;
}
