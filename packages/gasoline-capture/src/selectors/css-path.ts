/** The way down to an element, `form#login > button.submit`: the last resort, it breaks with the layout. */

import type { Dom } from '../dom.ts';

import type { Recogniser } from './recognised.ts';
import { uniqueIdOf } from './unique-id.ts';

/** Longer paths break sooner. */
const MAX_LEVELS = 5;

/** A list this long repeats itself; the position is added without looking further. */
const MAX_COMPARED_SIBLINGS = 20;

/**
 * A path of at most five levels, ended early by a unique id or the body. A space instead of ` > ` stands where the
 * path enters a shadow root: Playwright's selectors pass there.
 */
export function cssPathOf(element: Element, dom: Dom, recogniser: Recogniser): string {
  if (isTop(element, dom)) return dom.localName(element);
  let path = '';
  let current = element;
  for (let level = 1; ; level += 1) {
    const name = dom.localName(current);
    const id = uniqueIdOf(current, dom);
    const step = id === undefined ? stepTo(current, name, dom, recogniser) : `#${dom.escape(id)}`;
    path = `${step}${path}`;
    // What stands above an id adds nothing, but which of several shadow roots it stands in may.
    const above: Node | null = id === undefined ? dom.parent(current) : dom.root(current);
    const host: Element | undefined = above === null ? undefined : dom.host(above);
    const next = host ?? (id === undefined && dom.isElement(above) ? above : undefined);
    if (next === undefined || level === MAX_LEVELS || isTop(next, dom)) return path;
    current = next;
    path = `${host === undefined ? ' > ' : ' '}${path}`;
  }
}

function isTop(element: Element, dom: Dom): boolean {
  const name = dom.localName(element);
  return name === 'body' || name === 'html';
}

function stepTo(element: Element, name: string, dom: Dom, { classesOf }: Recogniser): string {
  const classes = classesOf(element, dom);
  const selector = `${dom.escape(name)}${classes}`;
  return hasTwin(element, selector, dom) ? `${selector}:nth-child(${position(element, dom)})` : selector;
}

/** Whether a sibling answers to the same selector. */
function hasTwin(element: Element, selector: string, dom: Dom): boolean {
  const isTwin = (sibling: Element): boolean => dom.matches(sibling, selector);
  return anyFrom(element, dom.previous, isTwin) || anyFrom(element, dom.next, isTwin);
}

function anyFrom(
  element: Element,
  step: (element: Element) => Element | null,
  test: (sibling: Element) => boolean,
): boolean {
  let sibling = step(element);
  for (let count = 0; sibling !== null; count += 1) {
    if (count === MAX_COMPARED_SIBLINGS || test(sibling)) return true;
    sibling = step(sibling);
  }
  return false;
}

/** Among its siblings, from one. */
function position(element: Element, dom: Dom): number {
  let count = 1;
  for (let sibling = dom.previous(element); sibling !== null; sibling = dom.previous(sibling)) count += 1;
  return count;
}
