/**
 * Looks for other elements that would answer to the same description.
 *
 * As Playwright does it: in the document and every open shadow root, or in a container and the roots inside it. All work
 * has a price in units of about ten nanoseconds, and the units of one search are limited: what cannot be verified for that
 * is not offered, however likely it is to be unique.
 */

import type { Dom } from '../dom.ts';
import { append, characterAt, createWeakMap, execute, indexOf, lowerCase } from '../primordials.ts';

import { libraryNameOf, MAX_NAME_CHARACTERS } from './accessible-name.ts';
import { neighboursOf } from './neighbours.ts';
import { normalised } from './same-text.ts';
import type { Scope } from './scope.ts';

/** What a selector finds in each root of a scope; undefined if the means do not suffice. */
type Find = (scope: Scope, selector: string) => readonly ArrayLike<Element>[] | undefined;

/** The search for one element. */
export interface Search {
  readonly element: Element;
  readonly dom: Dom;
  readonly page: Scope;
  scopeOf(container: Element): Scope;
  /** The nearest neighbours of an element and of what it stands in, where they are small. */
  readonly beside: (element: Element) => readonly Scope[];
  /** Whether none but one element answers to the selectors and to the test, and the means sufficed to find out. */
  isOnly(
    scope: Scope,
    selectors: readonly string[],
    one: Element,
    isTwin?: (other: Element) => boolean,
  ): boolean;
  readonly find: Find;
  /** Takes a price from the means; false if they do not suffice. */
  readonly spend: Spend;
  /** Everything written in a scope, in lower case; undefined if the means do not suffice. */
  textOf(scope: Scope): string | undefined;
  /** The accessible name of an element; undefined if the means do not suffice. */
  nameOf(element: Element): string | undefined;
}

/** About half a millisecond. */
const MEANS = 50_000;

/** Reading attributes or a short text of one element, and comparing them. */
const COMPARISON = 60;

/** To ask every element for an attribute takes that much longer than to ask for its name. */
const ATTRIBUTE_FACTOR = 3;

/** A longer list would use up the means for one candidate; twins are found among the first of it, or it is given up. */
const MAX_COMPARED = 400;
const MAX_SAMPLED = 20;

/** Asking an input whether it is a button. */
const INPUT = 30;

/** Computing a name, for which several styles are asked for. */
const NAME = 2000;

/** In a large document, and few of these have shadow roots, only those around the element are looked for. */
const MAX_LOOKED_THROUGH = 2000;
const MAX_ROOTS = 100;

/** The size of a large document is a price and no more: it is counted anew every so many searches. */
const SEARCHES_PER_COUNT = 16;

/** A larger container is taken to be as large as the page. */
const MAX_COUNTED = 400;

/** The search for an element, whose name may be known, in its document. */
export function searchFor(element: Element, dom: Dom, name?: string): Search {
  let means = MEANS;
  const spend = (units: number): boolean => {
    if (units > means) return false;
    means -= units;
    return true;
  };
  const page = pageAround(element, dom);
  const find = rememberedLists(dom, spend);
  const isOnlyIn = (
    list: ArrayLike<Element>,
    one: Element,
    isTwin?: (other: Element) => boolean,
  ): boolean => {
    for (let index = 0; index < list.length; index += 1) {
      const other = list[index];
      if (other === undefined || other === one) continue;
      if (index > (list.length > MAX_COMPARED ? MAX_SAMPLED : MAX_COMPARED)) return false;
      if (isTwin === undefined || !spend(COMPARISON) || isTwin(other)) return false;
    }
    return true;
  };
  return {
    element,
    dom,
    page,
    find,
    spend,
    scopeOf: (container) => scopeWithin(container, page, dom),
    beside: rememberedNeighbours(page, dom),
    isOnly(scope, selectors, one, isTwin) {
      for (let index = 0; index < selectors.length; index += 1) {
        const lists = find(scope, selectors[index] ?? '');
        if (lists === undefined) return false;
        for (let root = 0; root < lists.length; root += 1) {
          if (!isOnlyIn(lists[root] ?? [], one, isTwin)) return false;
        }
      }
      return true;
    },
    textOf: rememberedTexts(dom, find, spend),
    nameOf: rememberedNames(dom, spend, { element, name }),
  };
}

/** Takes a price; false if there is not so much left. */
type Spend = (units: number) => boolean;

/** The same questions are asked for several variants. */
function rememberedLists(dom: Dom, spend: Spend): Find {
  const known: { readonly scope: Scope; readonly selector: string; readonly lists: ArrayLike<Element>[] }[] =
    [];
  return (scope, selector) => {
    for (let index = 0; index < known.length; index += 1) {
      const entry = known[index];
      if (entry?.scope === scope && entry.selector === selector) return entry.lists;
    }
    if (!spend(priceOf(selector, scope))) return undefined;
    const lists: ArrayLike<Element>[] = [];
    if (scope.isBeside && dom.isElement(scope.top) && dom.matches(scope.top, selector))
      append(lists, [scope.top]);
    const look = isName(selector) ? dom.named : dom.findAll;
    for (let index = 0; index < scope.roots.length; index += 1) {
      append(lists, look(scope.roots[index] ?? scope.top, selector));
    }
    append(known, { scope, selector, lists });
    return lists;
  };
}

const NAME_ONLY = /^[a-z]+$/;

/** Browsers find elements by their name alone without matching selectors. */
function isName(selector: string): boolean {
  return execute(NAME_ONLY, selector) !== null;
}

function priceOf(selector: string, { size }: Scope): number {
  if (isName(selector)) return size / 2;
  const first = characterAt(selector, 0);
  // Browsers keep an index of ids.
  if (first === '#') return 1;
  return first === '[' && indexOf(selector, '=') < 0 ? ATTRIBUTE_FACTOR * size : size;
}

function rememberedNames(
  dom: Dom,
  spend: Spend,
  { element: one, name: ownName }: { readonly element: Element; readonly name: string | undefined },
): Search['nameOf'] {
  const names = createWeakMap<string>();
  if (ownName !== undefined) names.set(one, normalised(ownName, MAX_NAME_CHARACTERS));
  return (element) => {
    const known = names.get(element);
    if (known !== undefined) return known;
    if (!spend(NAME)) return undefined;
    const name = libraryNameOf(element, dom);
    names.set(element, name);
    return name;
  };
}

/** Only where they save more than they cost. */
function rememberedNeighbours(page: Scope, dom: Dom): Search['beside'] {
  const known = createWeakMap<readonly Scope[]>();
  return (element) => {
    if (page.size <= MAX_LOOKED_THROUGH) return NO_SCOPES;
    const found = known.get(element) ?? neighboursOf(element, dom);
    known.set(element, found);
    return found;
  };
}

const NO_SCOPES: readonly Scope[] = [];

function rememberedTexts(dom: Dom, find: Find, spend: Spend): Search['textOf'] {
  const known: { readonly scope: Scope; readonly text: string }[] = [];
  return (scope) => {
    for (let index = 0; index < known.length; index += 1) {
      if (known[index]?.scope === scope) return known[index]?.text;
    }
    const inputs = find(scope, 'input');
    if (inputs === undefined || !spend(2 * scope.size + INPUT * countOf(inputs))) return undefined;
    const text = lowered(`${writtenIn(scope, dom)}${writtenOnButtons(inputs, dom)}`);
    append(known, { scope, text });
    return text;
  };
}

/** Texts of this many characters are worth keeping, and not too long for it. */
const SHORTEST_KEPT = 4096;
const LONGEST_KEPT = 1_000_000;

let lastText = '';
let lastLowered = '';

/** A page mostly says at the next action what it said at the last: to compare is quicker than to copy, and leaves no garbage. */
function lowered(text: string): string {
  if (text.length < SHORTEST_KEPT || text.length > LONGEST_KEPT) return lowerCase(text);
  if (text !== lastText) {
    lastText = text;
    lastLowered = lowerCase(text);
  }
  return lastLowered;
}

function countOf(lists: readonly ArrayLike<Element>[]): number {
  let count = 0;
  for (let root = 0; root < lists.length; root += 1) count += lists[root]?.length ?? 0;
  return count;
}

function writtenIn({ roots }: Scope, dom: Dom): string {
  let text = '';
  for (let index = 0; index < roots.length; index += 1) {
    const root = roots[index];
    if (root === undefined) continue;
    // A document has no text of its own; what stands in its head Playwright does not read.
    const written = dom.text(dom.find(root, 'body') ?? root);
    // What is joined is copied once more: a page is mostly one root.
    text = text === '' ? written : `${text}\n${written}`;
  }
  return text;
}

/** Inputs that are buttons, and bear their text as value, which counts as text for Playwright. */
const BUTTON_TYPE = /^(?:submit|button|reset)$/i;

/** What stands on those of the inputs that are buttons: to ask each is faster than to have the whole page searched. */
export function writtenOnButtons(inputs: readonly ArrayLike<Element>[], dom: Dom): string {
  let text = '';
  for (let root = 0; root < inputs.length; root += 1) {
    const list = inputs[root] ?? [];
    for (let index = 0; index < list.length; index += 1) {
      const input = list[index];
      if (input !== undefined && execute(BUTTON_TYPE, dom.attribute(input, 'type') ?? '') !== null)
        text += `\n${dom.attribute(input, 'value') ?? ''}`;
    }
  }
  return text;
}

/** The document with its shadow roots; for an element that is in no document, the top of its tree. */
function pageAround(element: Element, dom: Dom): Scope {
  const hosts = hostsAround(element, dom);
  const top = dom.root(hosts[hosts.length - 1] ?? element);
  const roots: Node[] = [top];
  let size = 0;
  for (let index = 0; index < roots.length; index += 1) {
    const root = roots[index] ?? top;
    if (dom.elementAt(root, MAX_LOOKED_THROUGH) === null) {
      const elements = dom.findAll(root, '*');
      size += elements.length;
      appendShadows(elements, roots, dom);
      continue;
    }
    size += sizeOf(root, dom);
    for (let host = 0; host < hosts.length; host += 1) {
      const name = dom.localName(hosts[host] ?? element);
      appendShadows(dom.findAll(root, dom.escape(name)), roots, dom);
    }
  }
  return { top, roots, size, isBeside: false };
}

const counted = createWeakMap<{ readonly size: number; searches: number }>();

/** How many elements a large document has, or had a few searches ago. */
function sizeOf(root: Node, dom: Dom): number {
  const known = counted.get(root);
  if (known !== undefined && known.searches < SEARCHES_PER_COUNT) {
    known.searches += 1;
    return known.size;
  }
  const size = dom.findAll(root, '*').length;
  counted.set(root, { size, searches: 0 });
  return size;
}

/** The hosts of the shadow roots an element is in, innermost first. */
function hostsAround(element: Element, dom: Dom): readonly Element[] {
  const hosts: Element[] = [];
  let host = dom.host(dom.root(element));
  while (host !== undefined) {
    append(hosts, host);
    host = dom.host(dom.root(host));
  }
  return hosts;
}

function appendShadows(elements: ArrayLike<Element>, roots: Node[], dom: Dom): void {
  for (let index = 0; index < elements.length && roots.length < MAX_ROOTS; index += 1) {
    const element = elements[index];
    const shadow = element === undefined ? null : dom.shadow(element);
    if (shadow !== null) append(roots, shadow);
  }
}

function scopeWithin(container: Element, page: Scope, dom: Dom): Scope {
  const roots: Node[] = [container];
  let size = sizeWithin(container, page, dom);
  for (let index = 1; index < page.roots.length; index += 1) {
    const root = page.roots[index];
    if (root === undefined || !isInside(root, container, dom)) continue;
    append(roots, root);
    size += sizeWithin(root, page, dom);
  }
  return { top: container, roots, size, isBeside: false };
}

function sizeWithin(root: Node, page: Scope, dom: Dom): number {
  return dom.elementAt(root, MAX_COUNTED) === null ? dom.findAll(root, '*').length : page.size;
}

/** Whether a node is below an element, shadow roots being below their hosts. */
export function isInside(node: Node, ancestor: Element, dom: Dom): boolean {
  for (let current = aboveOf(node, dom); current !== null; current = aboveOf(current, dom)) {
    if (current === ancestor) return true;
  }
  return false;
}

/** What a node stands in: its parent, or the host of the shadow root it is. */
export function aboveOf(node: Node, dom: Dom): Node | null {
  return dom.host(node) ?? dom.parent(node);
}
