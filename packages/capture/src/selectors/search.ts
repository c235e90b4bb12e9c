/**
 * Looks for other elements that would answer to the same description.
 *
 * As Playwright does it: in the document and every open shadow root, or in a container and the roots inside it. All work
 * has a price in units of about ten nanoseconds, and the units of one search are limited: what cannot be verified for that
 * is not offered, however likely it is to be unique.
 */

import type { Dom } from '../dom.ts';
import { append, lowerCase } from '../primordials.ts';

/** A part of the page in which Playwright would look. */
export interface Scope {
  readonly top: Node;
  /** The top, and the shadow roots inside it. */
  readonly roots: readonly Node[];
  /** How many elements it has. */
  readonly size: number;
}

/** The search for one element. */
export interface Search {
  readonly element: Element;
  readonly dom: Dom;
  readonly page: Scope;
  scopeOf(container: Element): Scope;
  /** Whether none but one element answers to the selectors and to the test, and the means sufficed to find out. */
  isOnly(
    scope: Scope,
    selectors: readonly string[],
    one: Element,
    isTwin?: (other: Element) => boolean,
  ): boolean;
  /** Everything written in a scope, in lower case; undefined if the means do not suffice. */
  textOf(scope: Scope): string | undefined;
  /** Takes from the means; false if there is not enough left. */
  spend(units: number): boolean;
}

/** About 0.8 milliseconds. */
const MEANS = 80_000;

/** Reading an attribute or a short text of one element, and comparing it. */
const COMPARISON = 40;

/** In a large document, and few of these have shadow roots, only those around the element are looked for. */
const MAX_LOOKED_THROUGH = 2000;
const MAX_ROOTS = 100;

/** The search for an element in its document. */
export function searchFor(element: Element, dom: Dom): Search {
  let means = MEANS;
  const texts: { readonly scope: Scope; readonly text: string }[] = [];
  const spend = (units: number): boolean => {
    means -= units;
    return means >= 0;
  };
  const isOnlyIn = (
    list: ArrayLike<Element>,
    one: Element,
    isTwin?: (other: Element) => boolean,
  ): boolean => {
    for (let index = 0; index < list.length; index += 1) {
      const other = list[index];
      if (other === undefined || other === one) continue;
      if (isTwin === undefined || !spend(COMPARISON) || isTwin(other)) return false;
    }
    return true;
  };
  const page = pageAround(element, dom);
  return {
    element,
    dom,
    page,
    spend,
    scopeOf: (container) => scopeWithin(container, page, dom),
    isOnly(scope, selectors, one, isTwin) {
      for (let index = 0; index < selectors.length; index += 1) {
        if (!spend(scope.size)) return false;
        for (let root = 0; root < scope.roots.length; root += 1) {
          const list = dom.findAll(scope.roots[root] ?? scope.top, selectors[index] ?? '');
          if (!isOnlyIn(list, one, isTwin)) return false;
        }
      }
      return true;
    },
    textOf(scope) {
      for (let index = 0; index < texts.length; index += 1) {
        if (texts[index]?.scope === scope) return texts[index]?.text;
      }
      if (!spend(2 * scope.size)) return undefined;
      const text = lowerCase(writtenIn(scope, dom));
      append(texts, { scope, text });
      return text;
    },
  };
}

function writtenIn({ roots }: Scope, dom: Dom): string {
  let text = '';
  for (let index = 0; index < roots.length; index += 1) {
    const root = roots[index];
    // A document has no text of its own; what stands in its head Playwright does not read.
    if (root !== undefined) text += `${dom.text(dom.find(root, 'body') ?? root)}\n`;
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
    const elements = dom.findAll(root, '*');
    size += elements.length;
    if (elements.length <= MAX_LOOKED_THROUGH) appendShadows(elements, roots, dom);
    else
      for (let host = 0; host < hosts.length; host += 1) {
        const name = dom.localName(hosts[host] ?? element);
        appendShadows(dom.findAll(root, dom.escape(name)), roots, dom);
      }
  }
  return { top, roots, size };
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
  let size = dom.findAll(container, '*').length;
  for (let index = 1; index < page.roots.length; index += 1) {
    const root = page.roots[index];
    if (root === undefined || !isInside(root, container, dom)) continue;
    append(roots, root);
    size += dom.findAll(root, '*').length;
  }
  return { top: container, roots, size };
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
