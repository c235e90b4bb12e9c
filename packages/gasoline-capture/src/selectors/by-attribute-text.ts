/** By placeholder, alternative text or title: Playwright compares these attributes as they are, spaces included. */

import type { LocatorStrategy } from 'gasoline-wire';

import { indexOf, lowerCase } from '../primordials.ts';

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { durablePartOf } from './durable-text.ts';
import { normalised } from './same-text.ts';
import type { Search } from './search.ts';

const MAX_CHARACTERS = 80;

/** One list of variants for each of the attributes. */
export function byAttributeText(search: Search): readonly (readonly Candidate[])[] {
  return [
    variants(search, 'placeholder', 'placeholder', RISK.placeholder),
    variants(search, 'altText', 'alt', RISK.altText),
    variants(search, 'title', 'title', RISK.title),
  ];
}

function variants(
  search: Search,
  by: LocatorStrategy,
  attribute: string,
  risk: number,
): readonly Candidate[] {
  const { dom, element } = search;
  const value = dom.attribute(element, attribute) ?? '';
  if (value === '' || value.length > MAX_CHARACTERS || normalised(value, MAX_CHARACTERS) !== value) return [];
  const selectors = [`[${attribute}]`];
  const partly = (text: string, added: number): Candidate => {
    const wanted = lowerCase(text);
    const isTwin = (other: Element): boolean =>
      indexOf(lowerCase(dom.attribute(other, attribute) ?? ''), wanted) >= 0;
    return candidate({ by, value: text }, risk + added, (scope) =>
      search.isOnly(scope, selectors, element, isTwin),
    );
  };
  const isSame = (other: Element): boolean => dom.attribute(other, attribute) === value;
  const exactly = (added: number): Candidate =>
    candidate({ by, value, exact: true }, risk + added + RISK.exact, (scope) =>
      search.isOnly(scope, selectors, element, isSame),
    );
  const { part, isWhole } = durablePartOf(value);
  if (isWhole) return [partly(value, 0), exactly(0)];
  const whole = [partly(value, RISK.data), exactly(RISK.data)] as const;
  return part === '' ? whole : [partly(part, RISK.exact), whole[0], whole[1]];
}
