/** By the label of a field, or the label any element gives itself. */

import { append } from '../primordials.ts';

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { durablePartOf } from './durable-text.ts';
import { labelTextOf } from './label-text.ts';
import { referredBy } from './references.ts';
import { contains, normalised } from './same-text.ts';
import type { Search } from './search.ts';

const MAX_CHARACTERS = 80;

/** The variants of the label: a part of it, all of it. */
export function byLabel(search: Search): readonly Candidate[] {
  const label = ownLabel(search);
  if (label === undefined) return [];
  const { text, isWhole } = label;
  const durable = durablePartOf(text);
  const risk = RISK.label + (durable.isWhole ? 0 : RISK.data);
  const variants: Candidate[] = [];
  if (!durable.isWhole && durable.part !== '')
    append(variants, labelled(search, durable.part, RISK.label + RISK.exact, 'part'));
  append(variants, labelled(search, text, risk, 'part'));
  if (isWhole) append(variants, labelled(search, text, risk + RISK.exact, 'whole'));
  return variants;
}

/** The text Playwright takes for the label. */
function ownLabel({ element, dom }: Search): { text: string; isWhole: boolean } | undefined {
  // What others write may hold what was typed there.
  if (dom.attribute(element, 'aria-labelledby') !== null) return undefined;
  const own = normalised(dom.attribute(element, 'aria-label') ?? '', MAX_CHARACTERS);
  if (own !== '') return own.length > MAX_CHARACTERS ? undefined : { text: own, isWhole: true };
  const text = labelTextOf(element, dom);
  if (text === undefined) return undefined;
  const label = dom.labels(element)[0];
  return { text, isWhole: label !== undefined && normalised(dom.text(label), MAX_CHARACTERS) === text };
}

function labelled(search: Search, text: string, risk: number, extent: 'part' | 'whole'): Candidate {
  const { dom, element } = search;
  const isMeant = (label: string): boolean =>
    extent === 'whole' ? normalised(label, MAX_CHARACTERS) === text : contains(label, text);
  const isLabelFor = (label: Element): boolean => {
    const field = dom.control(label);
    return field !== null && field !== element && isMeant(dom.text(label));
  };
  const labelsItself = (other: Element): boolean => isMeant(dom.attribute(other, 'aria-label') ?? '');
  const isReferring = (other: Element): boolean => {
    const labels = referredBy(other, 'aria-labelledby', dom);
    for (let index = 0; index < labels.length; index += 1) {
      const label = labels[index];
      if (label !== undefined && isMeant(dom.text(label))) return true;
    }
    return false;
  };
  return candidate(
    { by: 'label', value: text, ...(extent === 'whole' && { exact: true }) },
    risk,
    (scope) =>
      search.isOnly(scope, ['label'], element, isLabelFor) &&
      search.isOnly(scope, ['[aria-label]'], element, labelsItself) &&
      search.isOnly(scope, ['[aria-labelledby]'], element, isReferring),
  );
}
