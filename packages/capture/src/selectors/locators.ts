/**
 * Ways to find an element again that were tried: each finds this element and no other, by Playwright's own rules.
 *
 * Every strategy offers variants; the first that is unique in the page wins, else the first that is unique in a container
 * which can be addressed itself. What remains is ordered by how likely it is to last. Whoever writes code chooses.
 */

import type { Locator } from 'wire';

import type { Dom } from '../dom.ts';
import { append } from '../primordials.ts';

import { byAttributeText } from './by-attribute-text.ts';
import { byCss, byKind } from './by-css.ts';
import { byId } from './by-id.ts';
import { byLabel } from './by-label.ts';
import { byPlace } from './by-place.ts';
import { byRole } from './by-role.ts';
import { byTestId } from './by-test-id.ts';
import { byText } from './by-text.ts';
import { RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { containersOf } from './containers.ts';
import type { Container } from './containers.ts';
import { byOwnText, isListed } from './rows.ts';
import { isInside, searchFor } from './search.ts';
import type { Scope, Search } from './search.ts';

/**
 * Finds the locators of an element, the one most likely to last first; none if nothing could be verified. `name` is its
 * accessible name, where that is known already.
 */
export type LocatorsOf = (element: Element, dom: Dom, name?: string) => Locator[];

/** More choices than that help nobody. */
const MAX_LOCATORS = 4;

/** With so many that are likely to last, the search ends. */
const ENOUGH = 3;

/** In a large page every look is dear: there a second way will do, and what mostly says again what others said comes last. */
const LARGE = 3000;
const ENOUGH_IN_LARGE = 2;

/** A locator and its risk. */
interface Ranked {
  readonly locator: Locator;
  readonly risk: number;
}

/** By all strategies. */
export const locatorsOf: LocatorsOf = (element, dom, name) => {
  try {
    return locatorsOfRanked(ranked(searchFor(element, dom, name)));
  } catch {
    // Names are computed by a library that uses the page's own functions, which may fail.
    return [];
  }
};

function ranked(search: Search): readonly Ranked[] {
  const { element, dom, page } = search;
  const found: Ranked[] = [];
  const containerAt = containersOf(search);
  const added = isListed(element, dom) ? RISK.listed : 0;
  const isLarge = page.size > LARGE;
  const last = (isLarge ? ENOUGH_IN_LARGE : ENOUGH) - 1;
  const take = (variants: readonly Candidate[], addedRisk = 0): void => {
    if ((found[last]?.risk ?? RISK.numbered) < RISK.numbered) return;
    const best = firstUnique(variants, addedRisk, search, containerAt);
    if (best !== undefined) insert(found, best);
  };
  const takeAll = (groups: readonly (readonly Candidate[])[], addedRisk = 0): void => {
    for (let index = 0; index < groups.length; index += 1) take(groups[index] ?? [], addedRisk);
  };
  // What costs least first: the order in which they are kept is another one.
  take(byTestId(search));
  take(byId(search));
  if (isLarge) takeAll(byCss(search, added));
  // In a row both text and address are data.
  take(byRole(search, element, added > 0 ? 0 : RISK.doubt), added);
  if (!isLarge) take(byLabel(search), added);
  takeAll(byAttributeText(search), added);
  take(byOwnText(search));
  if (!isLarge) takeAll(byCss(search, added));
  take(byText(search), added);
  if (isLarge) take(byLabel(search), added);
  // Kind and place are no more than a guess about tomorrow: only where data is all there is besides.
  if ((found[0]?.risk ?? RISK.place) < RISK.data) return found;
  const before = found.length;
  take(byKind(search));
  if (found.length === before) take(byPlace(search));
  return found;
}

/**
 * The first variant that is unique in the page, or in the nearest container that makes one unique. `added` is the risk that
 * what is unique in the page is so by its data; what must be narrowed stands in other rows too.
 */
function firstUnique(
  variants: readonly Candidate[],
  added: number,
  search: Search,
  containerAt: (index: number) => Container | undefined,
): Ranked | undefined {
  const twins = neighboursWith(variants, search);
  const inPage = firstIn(
    variants,
    (variant, index) => twins[index] === undefined && variant.isOnlyIn(search.page),
  );
  if (inPage !== undefined) return { locator: inPage.locator, risk: inPage.risk + added };
  if (variants.length === 0) return undefined;
  for (let index = 0; ; index += 1) {
    const container = containerAt(index);
    if (container === undefined) return undefined;
    const inside = firstIn(
      variants,
      (variant, place) => !isAround(container, twins[place], search) && variant.isOnlyIn(container.scope),
    );
    if (inside === undefined) continue;
    const locator = { ...inside.locator, within: container.locator };
    return { locator, risk: inside.risk + container.risk };
  }
}

/** For each variant the nearest neighbour that answers to it too. */
function neighboursWith(
  variants: readonly Candidate[],
  { beside, element }: Search,
): readonly (Scope | undefined)[] {
  const neighbours = beside(element);
  const found: (Scope | undefined)[] = [];
  for (let index = 0; index < variants.length; index += 1) {
    const variant = variants[index];
    append(found, variant === undefined ? undefined : neighbourWith(variant, neighbours));
  }
  return found;
}

function neighbourWith(variant: Candidate, neighbours: readonly Scope[]): Scope | undefined {
  for (let index = 0; index < neighbours.length; index += 1) {
    const neighbour = neighbours[index];
    if (neighbour !== undefined && !variant.isOnlyIn(neighbour)) return neighbour;
  }
  return undefined;
}

/** A container around both the element and such a neighbour does not tell them apart. */
function isAround({ scope }: Container, neighbour: Scope | undefined, { dom }: Search): boolean {
  return neighbour !== undefined && dom.isElement(scope.top) && isInside(neighbour.top, scope.top, dom);
}

function firstIn(
  variants: readonly Candidate[],
  test: (variant: Candidate, index: number) => boolean,
): Candidate | undefined {
  for (let index = 0; index < variants.length; index += 1) {
    const variant = variants[index];
    if (variant !== undefined && test(variant, index)) return variant;
  }
  return undefined;
}

/** Keeps the list in order of risk; of equals, the earlier stays in front. */
function insert(list: Ranked[], added: Ranked): void {
  append(list, added);
  for (let index = list.length - 1; index > 0; index -= 1) {
    const before = list[index - 1];
    if (before === undefined || before.risk <= added.risk) return;
    list[index] = before;
    list[index - 1] = added;
  }
}

function locatorsOfRanked(list: readonly Ranked[]): Locator[] {
  const locators: Locator[] = [];
  for (let index = 0; index < list.length && index < MAX_LOCATORS; index += 1) {
    const item = list[index];
    if (item !== undefined) append(locators, item.locator);
  }
  return locators;
}
