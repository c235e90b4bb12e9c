/**
 * Roles on which `dom-accessibility-api` and Playwright agree, and where else in a page an element of a role may be.
 *
 * The two differ in places: `summary` is a button for one and nothing for the other, a password field a text field for one
 * only, `th` may head a row or a column, `header` and `footer` lose their role inside an article. An element whose role
 * is in doubt is found by other means.
 */

import { getRole } from 'dom-accessibility-api';

import type { Dom } from '../dom.ts';
import { append, bareRecord, execute, hasOwn } from '../primordials.ts';

/** For each role, the elements that have it without saying so. One by one: browsers answer a list much slower. */
const NATIVE: Readonly<Record<string, readonly string[]>> = {
  article: ['article'],
  banner: ['header'],
  button: ['button', 'input'],
  checkbox: ['input'],
  combobox: ['select', 'input[list]'],
  complementary: ['aside'],
  contentinfo: ['footer'],
  dialog: ['dialog'],
  form: ['form'],
  group: ['fieldset', 'details', 'optgroup'],
  heading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  img: ['img', 'svg'],
  link: ['a[href]', 'area'],
  list: ['ul', 'ol', 'menu'],
  listbox: ['select', 'datalist'],
  listitem: ['li'],
  main: ['main'],
  navigation: ['nav'],
  option: ['option'],
  radio: ['input'],
  region: ['section'],
  row: ['tr'],
  searchbox: ['input'],
  slider: ['input'],
  spinbutton: ['input'],
  table: ['table'],
  textbox: ['input', 'textarea'],
};

/** Roles that elements have only by saying so. */
const DECLARED =
  /^(?:alert|alertdialog|grid|gridcell|menu|menubar|menuitem|menuitemcheckbox|menuitemradio|radiogroup|search|status|switch|tab|tablist|tabpanel|toolbar|tree|treegrid|treeitem)$/;

/** The role of native elements as Playwright sees it, as far as nothing around them matters. */
const PLAIN: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  dialog: 'dialog',
  fieldset: 'group',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  main: 'main',
  nav: 'navigation',
  option: 'option',
  textarea: 'textbox',
};

/** The other native elements, each with what it needs to have its role. */
const CONDITIONAL: readonly { readonly selector: string; readonly role: string }[] = [
  { selector: 'a[href],area[href]', role: 'link' },
  { selector: 'input[type="checkbox" i]', role: 'checkbox' },
  { selector: 'input[type="radio" i]', role: 'radio' },
  { selector: 'input[type="range" i]', role: 'slider' },
  { selector: 'input[type="number" i]', role: 'spinbutton' },
  { selector: 'input[type="button" i],input[type="submit" i],input[type="reset" i]', role: 'button' },
  { selector: 'input[type="search" i]:not([list])', role: 'searchbox' },
  {
    selector:
      'input:is(:not([type]),[type="text" i],[type="email" i],[type="tel" i],[type="url" i]):not([list])',
    role: 'textbox',
  },
  { selector: 'select:not([multiple],[size])', role: 'combobox' },
  { selector: 'select[multiple]', role: 'listbox' },
  { selector: 'img[alt]:not([alt=""])', role: 'img' },
  { selector: 'form[aria-label],form[aria-labelledby]', role: 'form' },
  { selector: 'section[aria-label],section[aria-labelledby]', role: 'region' },
  { selector: 'ul > li,ol > li', role: 'listitem' },
  { selector: 'table > tr,table > * > tr', role: 'row' },
  { selector: 'table', role: 'table' },
];

/** Takes the role from what is inside it. */
const PRESENTATIONAL = '[role="none" i],[role="presentation" i]';

/** The role of an element, if there is no doubt about it. */
export function agreedRoleOf(element: Element, dom: Dom): string | undefined {
  const role = getRole(element) ?? undefined;
  return role !== undefined && role === roleForPlaywright(element, dom) ? role : undefined;
}

function roleForPlaywright(element: Element, dom: Dom): string | undefined {
  const declared = dom.attribute(element, 'role');
  if (declared !== null && declared !== '') {
    return hasOwn(NATIVE, declared) || execute(DECLARED, declared) !== null ? declared : undefined;
  }
  const name = dom.localName(element);
  if (hasOwn(PLAIN, name)) return PLAIN[name];
  for (let index = 0; index < CONDITIONAL.length; index += 1) {
    const condition = CONDITIONAL[index];
    if (condition === undefined || !dom.matches(element, condition.selector)) continue;
    const { role } = condition;
    return isStructural(role) && isInPresentation(element, dom) ? undefined : role;
  }
  return undefined;
}

function isStructural(role: string): boolean {
  return role === 'listitem' || role === 'row';
}

function isInPresentation(element: Element, dom: Dom): boolean {
  let ancestor = dom.parent(element);
  for (let level = 0; level < 3 && dom.isElement(ancestor); level += 1) {
    if (dom.matches(ancestor, PRESENTATIONAL)) return true;
    ancestor = dom.parent(ancestor);
  }
  return false;
}

const selectorsByRole = bareRecord<readonly string[]>();

/** Selectors that together find every element that may have a role. */
export function selectorsOfRole(role: string): readonly string[] {
  const known = selectorsByRole[role];
  if (known !== undefined) return known;
  const selectors: string[] = [];
  const native = hasOwn(NATIVE, role) ? (NATIVE[role] ?? []) : [];
  for (let index = 0; index < native.length; index += 1) append(selectors, native[index] ?? '');
  append(selectors, `[role="${role}"]`);
  selectorsByRole[role] = selectors;
  return selectors;
}

/** Whether an element that such a selector found has another role for certain. */
export function hasOtherRole(element: Element, role: string, dom: Dom): boolean {
  const declared = dom.attribute(element, 'role');
  const name = dom.localName(element);
  if ((declared === null || declared === '') && name !== 'input' && name !== 'select') return false;
  // A password or a date is no text field for the library, but for Playwright.
  const actual = getRole(element);
  return actual !== null && actual !== role && actual !== 'none' && actual !== 'presentation';
}
