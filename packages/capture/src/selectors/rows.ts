/**
 * Rows: what a page repeats for each record of its data, be it a table row, a list item or a card.
 *
 * What is written in a row is mostly data. The entries of menus and toolbars are rows too, but their text is not.
 */

import type { Locator } from 'wire';

import { ELEMENT_NODE } from '../dom.ts';
import type { Dom } from '../dom.ts';
import { append } from '../primordials.ts';

import { agreedRoleOf, selectorsOfRole } from './agreed-role.ts';
import { isWrittenOnce } from './by-text.ts';
import { classSelectorOf } from './class-names.ts';
import { durablePartOf } from './durable-text.ts';
import { contains, normalised } from './same-text.ts';
import { aboveOf, isInside } from './search.ts';
import type { Search } from './search.ts';

const ROW = 'li,tr,article,[role="row"],[role="listitem"],[role="article"],[role="option"],[role="treeitem"]';

/** Their entries are the page's own. */
const MENU =
  'nav *,header *,footer *,[role="navigation"] *,[role="menu"] *,[role="menubar"] *,[role="tablist"] *,[role="toolbar"] *,fieldset *';

/** Fields are repeated in forms, with labels that are not data. */
const FIELD = 'input,select,textarea,label,option';

const MAX_LEVELS = 8;
const MAX_NODES = 60;
const MAX_PIECES = 4;
const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 60;

/** Whether an element is repeated beside itself. */
function isRow(element: Element, dom: Dom): boolean {
  const isLike = (sibling: Element | null): boolean =>
    sibling !== null &&
    dom.localName(sibling) === dom.localName(element) &&
    dom.attribute(sibling, 'class') === dom.attribute(element, 'class');
  const hasLike = isLike(dom.previous(element)) || isLike(dom.next(element));
  if (dom.matches(element, ROW)) return true;
  return hasLike && dom.find(element, '*') !== null;
}

/** Whether what is written on an element is probably data, because it stands in a row. */
export function isListed(element: Element, dom: Dom): boolean {
  if (dom.matches(element, MENU) || dom.matches(element, FIELD)) return false;
  let current: Node | null = element;
  for (let level = 0; level < MAX_LEVELS && dom.isElement(current); level += 1) {
    if (isRow(current, dom)) return true;
    current = aboveOf(current, dom);
  }
  return false;
}

/** A row by a text that stands in no other. */
export function rowByText(row: Element, search: Search): Locator | undefined {
  const { dom, page } = search;
  if (!isRow(row, dom)) return undefined;
  const kind = kindOf(row, dom);
  if (kind === undefined || isNested(row, kind.selectors, dom)) return undefined;
  const pieces = piecesOf(row, search);
  for (let index = 0; index < pieces.length; index += 1) {
    const text = pieces[index] ?? '';
    const holdsToo = (inner: Element): boolean => contains(dom.text(inner), text);
    if (!isWrittenOnce(search, page, text, row)) continue;
    if (!search.isOnly(search.scopeOf(row), kind.selectors, row, holdsToo)) continue;
    return { ...kind.locator, hasText: text };
  }
  return undefined;
}

interface RowKind {
  readonly locator: Locator;
  readonly selectors: readonly string[];
}

function kindOf(row: Element, dom: Dom): RowKind | undefined {
  const role = agreedRoleOf(row, dom);
  if (role !== undefined && dom.isVisible(row) && dom.matches(row, ROW))
    return { locator: { by: 'role', role, value: '' }, selectors: selectorsOfRole(role) };
  const selector = `${dom.escape(dom.localName(row))}${classSelectorOf(row, dom)}`;
  // A bare `div` is every other one, too.
  if (selector === 'div' || selector === 'span') return undefined;
  return { locator: { by: 'css', value: selector }, selectors: [selector] };
}

/** Whether a row is inside another one of its kind, which would contain the same text. */
function isNested(row: Element, selectors: readonly string[], dom: Dom): boolean {
  for (let above = aboveOf(row, dom); above !== null; above = aboveOf(above, dom)) {
    for (let index = 0; index < selectors.length; index += 1) {
      if (dom.isElement(above) && dom.matches(above, selectors[index] ?? '*')) return true;
    }
  }
  return false;
}

/** Texts by which a row may be known, those that are no data first. */
function piecesOf(row: Element, { dom, element }: Search): readonly string[] {
  const labels: string[] = [];
  const data: string[] = [];
  const next = dom.walk(row);
  let node = next();
  for (let count = 0; node !== null && count < MAX_NODES; count += 1) {
    if (dom.nodeType(node) !== ELEMENT_NODE && !isInside(node, element, dom)) {
      const text = normalised(dom.nodeValue(node) ?? '', MAX_CHARACTERS);
      if (text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS)
        append(durablePartOf(text).isWhole ? labels : data, text);
    }
    node = next();
  }
  const pieces: string[] = [];
  for (let index = 0; index < MAX_PIECES; index += 1) {
    const piece = labels[index] ?? data[index - labels.length];
    if (piece !== undefined) append(pieces, piece);
  }
  return pieces;
}
