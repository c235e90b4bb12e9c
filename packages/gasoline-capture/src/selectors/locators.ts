/**
 * Ways to find an element again that were tried: each finds this element and no other, by Playwright's own rules.
 *
 * Every strategy offers variants; the first that is unique in the page wins, else the first that is unique in a container
 * which can be addressed itself. What remains is ordered by how likely it is to last. The code generator chooses.
 */

import type { Locator } from 'gasoline-wire';

import type { Dom } from '../dom.ts';
import { append, min } from '../primordials.ts';

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
import { rowTextOf } from './row-text.ts';
import { byOwnText, rowOf } from './rows.ts';
import type { Scope } from './scope.ts';
import { isInside, searchFor } from './search.ts';
import type { Search } from './search.ts';

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
  const row = rowOf(element, dom);
  const { text, key } = risksOf(element, row, dom);
  const isLarge = page.size > LARGE;
  const last = (isLarge ? ENOUGH_IN_LARGE : ENOUGH) - 1;
  const take = (variants: readonly Candidate[], risks = NO_RISKS): void => {
    if ((found[last]?.risk ?? RISK.numbered) < RISK.numbered) return;
    const best = firstUnique(variants, risks, search, containerAt);
    if (best !== undefined) insert(found, best);
  };
  const takeBuilt = (): void => {
    const { attributes, keys, classes } = byCss(search);
    take(attributes);
    take(keys, key);
    take(classes);
  };
  // What costs least first: the order in which they are kept is another one.
  take(byTestId(search));
  take(byId(search));
  if (isLarge) takeBuilt();
  // The row first: what stands in every row can be told apart by nothing else, and a search for it may use up the means.
  if (row !== undefined) containerAt(0);
  // In a row both text and address are data.
  take(byRole(search, element, text.inPage > 0 ? 0 : RISK.doubt), text);
  if (!isLarge) take(byLabel(search), text);
  const written = byAttributeText(search);
  for (let index = 0; index < written.length; index += 1) take(written[index] ?? [], text);
  take(byOwnText(search));
  if (!isLarge) takeBuilt();
  take(byText(search), text);
  if (isLarge) take(byLabel(search), text);
  // Kind and place are no more than a guess about tomorrow: only where data is all there is besides.
  if ((found[0]?.risk ?? RISK.place) < RISK.data) return found;
  const before = found.length;
  take(byKind(search));
  if (found.length === before) take(byPlace(search));
  return found;
}

/** What is added to the risk of what stands in a row. */
interface RowRisks {
  /** If it is unique in the page: perhaps by its data. */
  readonly inPage: number;
  /** If it is unique in a row that is found by something else. */
  readonly inRow: number;
}

const NO_RISKS: RowRisks = { inPage: 0, inRow: 0 };

function risksOf(
  element: Element,
  row: Element | undefined,
  dom: Dom,
): { readonly text: RowRisks; readonly key: RowRisks } {
  if (row === undefined) return { text: NO_RISKS, key: NO_RISKS };
  const detail = rowTextOf(element, row, dom) === 'detail' ? RISK.data : 0;
  return {
    text: { inPage: RISK.listed + detail, inRow: detail },
    key: { inPage: RISK.listed + RISK.key, inRow: 0 },
  };
}

/** What is data anyway does not become more so by standing in a row. */
function isDataAnyway({ risk }: Candidate): boolean {
  return risk >= RISK.data && risk < RISK.place;
}

function riskInPage(variant: Candidate, { inPage }: RowRisks): number {
  return variant.risk + (isDataAnyway(variant) ? min(inPage, RISK.listed) : inPage);
}

/** Whether a container is to be preferred, where there is one. */
function isData({ risk }: Candidate, { inRow }: RowRisks): boolean {
  return risk >= RISK.data || inRow > 0;
}

/** The first variant that is unique in the page; if that is data, or there is none, in the nearest container that makes one unique. */
function firstUnique(
  variants: readonly Candidate[],
  risks: RowRisks,
  search: Search,
  containerAt: ContainerAt,
): Ranked | undefined {
  if (variants.length === 0) return undefined;
  const twins = neighboursWith(variants, search);
  const { page, spend } = search;
  const inside = (most: number): Ranked | undefined =>
    firstInside(variants, risks, twins, search, containerAt, most);
  let contained: Ranked | undefined;
  const least = leastRiskInPage(variants, risks, twins);
  // To look through the page takes longest: not for what would come second to what is found in a row. The means for it stay.
  if (least > 0 && spend(page.size)) {
    contained = inside(page.size);
    spend(-page.size);
    if (contained !== undefined && contained.risk < least) return contained;
  }
  const inPage = firstIn(variants, (variant, index) => twins[index] === undefined && variant.isOnlyIn(page));
  const best = inPage && { locator: inPage.locator, risk: riskInPage(inPage, risks) };
  if (inPage !== undefined && !isData(inPage, risks)) return best;
  contained ??= inside(Infinity);
  return contained === undefined || (best !== undefined && best.risk <= contained.risk) ? best : contained;
}

/** The least risk of what may be unique in the page; 0 if that would be preferred to any container. */
function leastRiskInPage(
  variants: readonly Candidate[],
  risks: RowRisks,
  twins: readonly (Scope | undefined)[],
): number {
  let least = Infinity;
  for (let index = 0; index < variants.length; index += 1) {
    const variant = variants[index];
    if (variant !== undefined && twins[index] === undefined)
      least = min(least, isData(variant, risks) ? riskInPage(variant, risks) : 0);
  }
  return least;
}

/** The first variant that is unique in the nearest container of less than so many elements in which any is. */
function firstInside(
  variants: readonly Candidate[],
  { inRow }: RowRisks,
  twins: readonly (Scope | undefined)[],
  search: Search,
  containerAt: ContainerAt,
  most: number,
): Ranked | undefined {
  for (let index = 0; ; index += 1) {
    const container = containerAt(index);
    if (container === undefined || container.scope.size >= most) return undefined;
    const inside = firstIn(
      variants,
      (variant, place) => !isAround(container, twins[place], search) && variant.isOnlyIn(container.scope),
    );
    if (inside === undefined) continue;
    const risk = inside.risk + container.risk + (isDataAnyway(inside) ? 0 : inRow);
    return { locator: { ...inside.locator, within: container.locator }, risk };
  }
}

/** The containers of an element, nearest first. */
type ContainerAt = (index: number) => Container | undefined;

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
