/**
 * By the way down to an element, the last resort.
 *
 * Each step also says how many follow: when something is added or taken away the path finds nothing, rather than the
 * neighbour.
 */

import type { Dom } from '../dom.ts';
import { characterAt } from '../primordials.ts';

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { classSelectorOf } from './class-names.ts';
import { originOfId } from './generated-id.ts';
import type { Scope } from './scope.ts';
import type { Search } from './search.ts';

/** Levels at which a path is looked up: what is not unique by then is followed up to where it cannot be but unique. */
const MAX_LOOKED_UP = 12;
const MAX_LEVELS = 50;

/** In longer lists a place tells nothing, and counting takes long. */
const MAX_SIBLINGS = 2000;

/** Paths are dear to look up: in a large scope only one is offered that cannot be but unique. */
const LARGE = 2000;

/** The shortest path that is unique in the page, or in the shadow root the element is in. */
export function byPlace(search: Search, element = search.element): readonly Candidate[] {
  const { dom, page } = search;
  const host = dom.host(dom.root(element));
  const scope = host === undefined ? page : search.scopeOf(host);
  const isOnly = (path: string, top: Element, level: number): boolean =>
    isAnchored(path, top, dom) ||
    (scope.size <= LARGE && level < MAX_LOOKED_UP && search.isOnly(scope, [path], element));
  let path = '';
  let current = element;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const step = stepTo(current, search);
    if (step === undefined) return [];
    path = path === '' ? step : `${step} > ${path}`;
    if (isOnly(path, current, level))
      return [candidate({ by: 'css', value: path }, RISK.place, isPlaceIn(path, element, host, search))];
    const parent = dom.parent(current);
    // What is in a shadow root is a child of the host for Playwright, too.
    const isEnd = characterAt(step, 0) === '#' || !dom.isElement(parent) || dom.shadow(parent) !== null;
    if (isEnd) return [];
    current = parent;
  }
  return [];
}

/**
 * In other containers the steps above the last would be looked for outside of it, or not, depending on who looks. What is unique in
 * its host need not be so in the page, where other hosts have the same inside.
 */
function isPlaceIn(
  path: string,
  element: Element,
  host: Element | undefined,
  { page, isOnly }: Search,
): (scope: Scope) => boolean {
  return ({ top, isBeside }) =>
    isBeside || top === host || (top === page.top && (host === undefined || isOnly(page, [path], element)));
}

/** Whether a path begins with what there is once: each further step tells one child from all others. */
function isAnchored(path: string, top: Element, dom: Dom): boolean {
  return characterAt(path, 0) === '#' || dom.localName(top) === 'body';
}

/** Undefined where there are too many beside it. */
function stepTo(element: Element, { dom, page, isOnly }: Search): string | undefined {
  const id = dom.attribute(element, 'id') ?? '';
  const escaped = dom.escape(id);
  const isKnown = escaped !== '' && originOfId(id) === 'written';
  if (isKnown && isOnly(page, [`#${escaped}`], element)) return `#${escaped}`;
  const name = dom.escape(dom.localName(element));
  const before = countOfType(element, dom.previous, dom);
  const after = countOfType(element, dom.next, dom);
  if (before === undefined || after === undefined) return undefined;
  if (before + after === 0) return `${name}${classSelectorOf(element, dom)}`;
  return `${name}:nth-of-type(${before + 1}):nth-last-of-type(${after + 1})`;
}

function countOfType(
  element: Element,
  step: (element: Element) => Element | null,
  dom: Dom,
): number | undefined {
  const name = dom.localName(element);
  let count = 0;
  let sibling = step(element);
  for (let steps = 0; sibling !== null; steps += 1) {
    if (steps === MAX_SIBLINGS) return undefined;
    if (dom.localName(sibling) === name) count += 1;
    sibling = step(sibling);
  }
  return count;
}
