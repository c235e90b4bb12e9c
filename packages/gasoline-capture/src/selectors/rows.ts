/**
 * Rows: what a page repeats for each record of its data, be it a table row, a list item or a card.
 *
 * What is written in a row is mostly data. The entries of menus and toolbars are rows too, but their text is not.
 */

import type { Locator } from 'gasoline-wire';

import { ELEMENT_NODE } from '../dom.ts';
import type { Dom } from '../dom.ts';
import { append, execute, trim } from '../primordials.ts';

import { agreedRoleOf, selectorsOfRole } from './agreed-role.ts';
import { isWrittenOnce, writtenOn } from './by-text.ts';
import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { classSelectorOf } from './class-names.ts';
import { durablePartOf } from './durable-text.ts';
import { originOfId } from './generated-id.ts';
import { tellingValue } from './quoted-value.ts';
import { contains, normalised } from './same-text.ts';
import { aboveOf, isInside } from './search.ts';
import type { Search } from './search.ts';
import { testIdAttributeOf } from './test-id.ts';

const ROW = 'li,tr,article,[role="row"],[role="listitem"],[role="article"],[role="option"],[role="treeitem"]';

/** Their entries are the page's own. */
const MENU =
  'nav *,header *,footer *,[role="navigation"] *,[role="menu"] *,[role="menubar"] *,[role="tablist"] *,[role="toolbar"] *,fieldset *';

/** Fields are repeated in forms, with labels that are not data. */
const FIELD = 'input,select,textarea,label,option';

/** Component libraries put a dozen elements around a button, and as many around the cell it stands in. */
const MAX_LEVELS = 30;
const MAX_NODES = 120;

/** Texts of each kind that are compared row by row; of labels, so many more are looked for in the page's text, which costs less. */
const MAX_PIECES = 3;
const MAX_LABELS = 12;

/** Levels of first children by which bare elements are told apart. */
const MAX_FIRST_LEVELS = 8;
const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 60;

/** Whether an element is repeated beside itself. */
function isRow(element: Element, dom: Dom): boolean {
  if (dom.matches(element, ROW)) return true;
  const first = firstInside(element, dom);
  if (first === '') return false;
  const isLike = (sibling: Element | null): boolean =>
    sibling !== null &&
    dom.localName(sibling) === dom.localName(element) &&
    firstInside(sibling, dom) === first &&
    classSelectorOf(sibling, dom) === classSelectorOf(element, dom);
  return isLike(dom.previous(element)) || isLike(dom.next(element));
}

/** What an element begins with; nothing in what holds only text. */
function firstInside(element: Element, dom: Dom): string {
  const first = dom.find(dom.shadow(element) ?? element, '*');
  return first === null ? '' : dom.localName(first);
}

/** The row an element is or stands in; none for what is the page's own, like the entries of menus and the fields of forms. */
export function rowOf(element: Element, dom: Dom): Element | undefined {
  if (dom.matches(element, MENU) || dom.matches(element, FIELD)) return undefined;
  let current: Node | null = element;
  for (let level = 0; level < MAX_LEVELS && dom.isElement(current); level += 1) {
    if (isRow(current, dom)) return current;
    current = aboveOf(current, dom);
  }
  return undefined;
}

/** A row by a text that stands in no other. */
export function rowByText(row: Element, search: Search): Locator | undefined {
  const { dom } = search;
  if (!isRow(row, dom)) return undefined;
  const kind = kindOf(row, dom);
  if (kind === undefined || isNested(row, kind.selectors, dom)) return undefined;
  const pieces = piecesOf(row, search);
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece !== undefined && isOwnText(piece, row, kind.selectors, search))
      return { ...kind.locator, hasText: piece.text };
  }
  return undefined;
}

/** A text by which a row may be known, and whether it is worth a look at each row. */
interface Piece {
  readonly text: string;
  readonly isCompared: boolean;
}

/** A row itself by a text that stands in no other. */
export function byOwnText(search: Search): readonly Candidate[] {
  const locator = rowByText(search.element, search);
  return locator === undefined
    ? []
    : [
        candidate(
          locator,
          RISK.role + RISK.containedText,
          (scope) => scope.isBeside || scope === search.page,
        ),
      ];
}

function isOwnText(
  { text, isCompared }: Piece,
  row: Element,
  selectors: readonly string[],
  search: Search,
): boolean {
  const { dom } = search;
  const holdsToo = (other: Element): boolean => contains(writtenOn(other, dom), text);
  const beside = search.beside(row);
  for (let index = 0; index < beside.length; index += 1) {
    const neighbour = beside[index];
    if (neighbour !== undefined && !isWrittenOnce(search, neighbour, text, row)) return false;
  }
  // Outside of rows it may stand as often as it likes; but to look at each row takes longer than to look at all text.
  const isInNoOther =
    isWrittenOnce(search, search.page, text, row) ||
    (isCompared && search.isOnly(search.page, selectors, row, holdsToo));
  return isInNoOther && search.isOnly(search.scopeOf(row), selectors, row, holdsToo);
}

interface RowKind {
  readonly locator: Locator;
  readonly selectors: readonly string[];
}

/** What all rows have in common. */
function kindOf(row: Element, dom: Dom): RowKind | undefined {
  const role = agreedRoleOf(row, dom);
  if (role !== undefined && dom.isVisible(row) && dom.matches(row, ROW))
    return { locator: { by: 'role', role, value: '' }, selectors: selectorsOfRole(role) };
  const name = dom.escape(dom.localName(row));
  const testId = testIdAttributeOf(row, dom);
  const quoted = testId && originOfId(testId.value) === 'written' ? tellingValue(testId.value) : undefined;
  const classes = classSelectorOf(row, dom);
  if (testId !== undefined && quoted !== undefined) return styled(`${name}[${testId.attribute}=${quoted}]`);
  if (classes !== '' || (name !== 'div' && name !== 'span')) return styled(`${name}${classes}`);
  const content = firstContent(row, dom);
  return content === undefined ? undefined : styled(`${name}:has(${content})`);
}

/** The way down the first children to something that is no `div`: a bare `div` is every other one, too, but not with that. */
function firstContent(row: Element, dom: Dom): string | undefined {
  let path = '';
  let current: Element | null = row;
  for (let level = 0; level < MAX_FIRST_LEVELS; level += 1) {
    current = dom.find(dom.shadow(current) ?? current, '*');
    if (current === null) return undefined;
    const name = dom.localName(current);
    if (dom.escape(name) !== name) return undefined;
    path += `${path === '' ? '' : ' '}> ${name}`;
    if (name !== 'div') return path;
  }
  return undefined;
}

function styled(selector: string): RowKind {
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

/** Texts by which a row may be known: those that are no data, data, and texts together with what follows them. */
function piecesOf(row: Element, { dom, element }: Search): readonly Piece[] {
  const labels: string[] = [];
  const own: string[] = [];
  const data: string[] = [];
  const joined: string[] = [];
  const next = dom.walk(dom.shadow(row) ?? row);
  let before = '';
  let gap = '';
  let node = next();
  for (let count = 0; node !== null && count < MAX_NODES; count += 1, node = next()) {
    if (dom.nodeType(node) === ELEMENT_NODE) continue;
    const written = dom.nodeValue(node) ?? '';
    const text = normalised(written, MAX_CHARACTERS);
    if (execute(SPACE_BEFORE, written) !== null) gap = ' ';
    if (text === '') continue;
    if (before !== '') append(joined, trim(`${before}${gap}${execute(START, text)?.[0] ?? ''}`));
    before = '';
    gap = execute(SPACE_AFTER, written) === null ? '' : ' ';
    if (!isTelling(text) || isTyped(node, dom)) continue;
    const { part, isWhole } = durablePartOf(text);
    if (row !== element && isInside(node, element, dom)) {
      if (isTelling(part)) append(own, part);
      continue;
    }
    append(isWhole || execute(ADDRESS, text) !== null ? labels : data, text);
    if (isWhole) before = text;
  }
  const pieces: Piece[] = [];
  appendPieces(pieces, labels, 0, MAX_PIECES);
  appendPieces(pieces, own, 0, MAX_PIECES);
  appendPieces(pieces, labels, MAX_PIECES, MAX_LABELS);
  appendPieces(pieces, joined, 0, MAX_PIECES);
  appendPieces(pieces, data, 0, MAX_PIECES);
  return pieces;
}

/** Scripts in which a word may have two characters. */
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/;

function isTelling(text: string): boolean {
  const isLong = text.length >= MIN_CHARACTERS || execute(DENSE, text) !== null;
  return isLong && text.length <= MAX_CHARACTERS;
}

const TYPED_INTO = 'textarea,select,option,[contenteditable],[contenteditable] *';

/** What somebody typed or chose is nobody's name. */
function isTyped(text: Node, dom: Dom): boolean {
  const parent = dom.parent(text);
  return dom.isElement(parent) && dom.matches(parent, TYPED_INTO);
}

/** Who somebody is, rather than what changes about them. */
const ADDRESS = /^\S+@\S+$/;

const SPACE_BEFORE = /^\s/;
const SPACE_AFTER = /\s$/;

/** What of a text is no data, if it begins with that: `€` of `€ 12`. */
const START = /^[^\d\s]{0,12}/;

function appendPieces(pieces: Piece[], texts: readonly string[], start: number, end: number): void {
  for (let index = start; index < texts.length && index < end; index += 1) {
    const text = texts[index];
    if (text !== undefined) append(pieces, { text, isCompared: start === 0 });
  }
}
