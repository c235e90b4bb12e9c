/**
 * A selector that finds one element and no other in its document or shadow root.
 *
 * Unique by construction: from an id, a test id or the body down, each step with its position where siblings share its
 * name. Nothing but ids is looked up, so fifty of them cost little also on a large page.
 */

import type { Dom } from 'gasoline-capture/reading';

/** Makes selectors. */
export interface Selectors {
  of(element: Element, root: Document | ShadowRoot): string;
}

/** Further twins need not be looked for: a position that is not needed does no harm. */
const MAX_COMPARED_SIBLINGS = 20;

const TEST_ID = 'data-testid';

/** A maker that remembers positions: the matches of one query are often siblings. */
export function createSelectors(dom: Dom): Selectors {
  const positions = new WeakMap<Element, number>();

  const isUnique = (selector: string, root: Document | ShadowRoot): boolean =>
    dom.findAll(root, selector).length === 1;

  const named = (element: Element, root: Document | ShadowRoot): string | undefined => {
    const id = dom.attribute(element, 'id');
    const name = id === null ? '' : dom.escape(id);
    if (name === '') return undefined;
    const selector = `#${name}`;
    return isUnique(selector, root) ? selector : undefined;
  };

  const byTestId = (element: Element, root: Document | ShadowRoot): string | undefined => {
    const id = dom.attribute(element, TEST_ID);
    if (id === null || id === '') return undefined;
    const selector = `[${TEST_ID}="${id.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\a ')}"]`;
    return isUnique(selector, root) ? selector : undefined;
  };

  /** Among siblings of its name, from one. */
  const positionOf = (element: Element): number => {
    const name = dom.localName(element);
    let count = 1;
    for (let sibling = dom.previous(element); sibling !== null; sibling = dom.previous(sibling)) {
      if (dom.localName(sibling) !== name) continue;
      const known = positions.get(sibling);
      if (known !== undefined) {
        count += known;
        break;
      }
      count += 1;
    }
    positions.set(element, count);
    return count;
  };

  const stepTo = (element: Element): string => {
    const name = dom.localName(element);
    const position = positionOf(element);
    const step = dom.escape(name);
    return position > 1 || hasTwin(element, name, dom) ? `${step}:nth-of-type(${position})` : step;
  };

  return {
    of(element, root) {
      const short = named(element, root) ?? byTestId(element, root);
      if (short !== undefined) return short;
      let path = stepTo(element);
      for (let parent = dom.parent(element); dom.isElement(parent); parent = dom.parent(parent)) {
        const anchor = isTop(parent, dom) ? dom.localName(parent) : named(parent, root);
        path = `${anchor ?? stepTo(parent)} > ${path}`;
        if (anchor !== undefined) return path;
      }
      // A shadow root has no top element to begin at.
      return dom.host(root) === undefined || isUnique(path, root) ? path : `:host > ${path}`;
    },
  };
}

function isTop(element: Element, dom: Dom): boolean {
  const name = dom.localName(element);
  return name === 'body' || name === 'html';
}

function hasTwin(element: Element, name: string, dom: Dom): boolean {
  let sibling = dom.next(element);
  for (let count = 0; sibling !== null; count += 1) {
    if (count === MAX_COMPARED_SIBLINGS || dom.localName(sibling) === name) return true;
    sibling = dom.next(sibling);
  }
  return false;
}
