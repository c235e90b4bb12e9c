/** By the attributes teams give elements for their tests. */

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { originOfId } from './generated-id.ts';
import { tellingValue } from './quoted-value.ts';
import type { Search } from './search.ts';
import { testIdAttributeOf } from './test-id.ts';

/** The test id; one that is made at run time is none. */
export function byTestId(search: Search, element = search.element): readonly Candidate[] {
  const found = testIdAttributeOf(element, search.dom);
  if (found === undefined) return [];
  const quoted = tellingValue(found.value);
  const origin = originOfId(found.value);
  if (quoted === undefined || origin === 'generated') return [];
  const selectors = [`[${found.attribute}=${quoted}]`];
  return [
    candidate(
      { by: 'testId', value: found.value, ...found.unusual },
      RISK.testId + (origin === 'numbered' ? RISK.numberedTestId : 0),
      (scope) => search.isOnly(scope, selectors, element),
    ),
  ];
}
