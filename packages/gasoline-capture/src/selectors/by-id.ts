/** By an id that a person wrote. */

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { originOfId } from './generated-id.ts';
import type { Search } from './search.ts';

const MAX_CHARACTERS = 100;

/** The id, unless it is made at run time: then it is another one, or another element's, after the next load. */
export function byId(search: Search, element = search.element): readonly Candidate[] {
  const id = search.dom.attribute(element, 'id') ?? '';
  const escaped = search.dom.escape(id);
  if (id === '' || escaped === '' || id.length > MAX_CHARACTERS) return [];
  const origin = originOfId(id);
  if (origin === 'generated') return [];
  const risk = RISK.id + (origin === 'numbered' ? RISK.numbered : 0);
  return [
    candidate({ by: 'id', value: id }, risk, (scope) => search.isOnly(scope, [`#${escaped}`], element)),
  ];
}
