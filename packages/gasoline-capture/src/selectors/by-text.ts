/** By what is written on an element. Playwright finds the innermost element that contains a text. */

import type { Dom } from '../dom.ts';
import { append, lowerCase } from '../primordials.ts';

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { durablePartOf } from './durable-text.ts';
import { isTextOfAddress } from './link-address.ts';
import { contains, countIn, normalised } from './same-text.ts';
import type { Scope } from './scope.ts';
import { writtenOnButtons } from './search.ts';
import type { Search } from './search.ts';

/** Longer texts are content. */
const MAX_CHARACTERS = 60;

/** In a small scope every element can be compared. */
const MAX_COMPARED = 400;

/** Its content is no text for Playwright. */
const CODE = 'script';

/** What is filled in rather than read, or is never seen. */
const NOT_READ =
  'input,textarea,select,option,[contenteditable],[contenteditable] *,script,style,noscript,body,html,' +
  '[role="combobox"],[role="textbox"],[role="searchbox"],[role="spinbutton"],[role="slider"]';

/** The variants of the text: the part that is no data, all of it. */
export function byText(search: Search): readonly Candidate[] {
  const { dom, element } = search;
  if (dom.matches(element, NOT_READ) || dom.shadow(element) !== null) return [];
  const text = normalised(dom.text(element), MAX_CHARACTERS);
  if (text === '' || text.length > MAX_CHARACTERS) return [];
  const durable = durablePartOf(text);
  const doubt = isTextOfAddress(element, text, dom) ? 0 : RISK.doubt;
  const risk = RISK.text + doubt + (durable.isWhole ? 0 : RISK.data);
  const variants: Candidate[] = [];
  if (!durable.isWhole && durable.part !== '')
    appendPart(variants, search, durable.part, RISK.text + RISK.exact);
  appendPart(variants, search, text, risk);
  if (isInnermost(element, (child) => normalised(child, MAX_CHARACTERS) === text, dom))
    append(variants, exactly(search, text, risk + RISK.exact));
  return variants;
}

function appendPart(variants: Candidate[], search: Search, text: string, risk: number): void {
  if (!isInnermost(search.element, (child) => contains(child, text), search.dom)) return;
  append(
    variants,
    candidate({ by: 'text', value: text }, risk, (scope) => isWrittenOnce(search, scope, text)),
  );
}

/** Whether no child has the text as well. */
function isInnermost(element: Element, hasText: (text: string) => boolean, dom: Dom): boolean {
  const children = dom.findAll(element, '*');
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (child !== undefined && hasText(dom.text(child))) return false;
  }
  return true;
}

/** Whether a text stands nowhere in a scope but in the element: one search in one long string, not a walk. */
export function isWrittenOnce(search: Search, scope: Scope, text: string, element = search.element): boolean {
  const { dom } = search;
  const written = search.textOf(scope);
  if (written === undefined) return false;
  const own = scope.isBeside ? 0 : timesIn(writtenOn(element, dom), text);
  if (own === 0 && !scope.isBeside) return false;
  const most = own + MAX_IN_CODE;
  const times = countIn(written, text, most);
  return times < most && (times === own || times - timesInCode(search, scope, text) === own);
}

/** The text of an element, that of its shadow root and of buttons that bear it as value included. */
export function writtenOn(element: Element, dom: Dom): string {
  const shadow = dom.shadow(element);
  const text = shadow === null ? dom.text(element) : `${dom.text(element)}${dom.text(shadow)}`;
  return `${text}${writtenOnButtons([dom.findAll(element, 'input')], dom)}`;
}

/** Pages put their data into scripts; a text that stands there more often is data as well. */
const MAX_IN_CODE = 20;

function timesIn(text: string, wanted: string): number {
  return countIn(lowerCase(text), wanted, MAX_IN_CODE);
}

function timesInCode({ dom, find }: Search, scope: Scope, text: string): number {
  const lists = find(scope, CODE) ?? [];
  let times = 0;
  for (let root = 0; root < lists.length; root += 1) {
    const list = lists[root] ?? [];
    for (let index = 0; index < list.length; index += 1) {
      const code = list[index];
      if (code !== undefined && dom.matches(code, 'body *')) times += timesIn(dom.text(code), text);
    }
  }
  return times;
}

/** The whole text, where a scope is small enough to look at each element. */
function exactly(search: Search, text: string, risk: number): Candidate {
  const { dom, element } = search;
  const hasText = (other: Element): boolean => normalised(dom.text(other), MAX_CHARACTERS) === text;
  const isTwin = (other: Element): boolean =>
    hasText(other) && isInnermost(other, (child) => normalised(child, MAX_CHARACTERS) === text, dom);
  const isOnButton = (input: Element): boolean =>
    normalised(writtenOnButtons([[input]], dom), MAX_CHARACTERS) === text;
  return candidate(
    { by: 'text', value: text, exact: true },
    risk,
    (scope) =>
      scope.size <= MAX_COMPARED &&
      search.isOnly(scope, ['*'], element, isTwin) &&
      search.isOnly(scope, ['input'], element, isOnButton),
  );
}
