/** The attributes teams give elements for their tests. */

import type { Dom } from '../dom.ts';

/** In the order in which they win. */
const ATTRIBUTES = ['data-testid', 'data-test-id', 'data-cy'];

/** Finds elements that have one; as single selectors, which browsers answer faster than a list. */
export const WITH_TEST_ID = ['[data-testid]', '[data-test-id]', '[data-cy]'];

/** A test id, the attribute that holds it, and the same again as entries tell it: if it is not the usual one. */
export interface TestId {
  readonly value: string;
  readonly attribute: string;
  readonly unusual: { readonly attribute?: string };
}

/** An element's test id, and where it stands. */
export function testIdAttributeOf(element: Element, dom: Dom): TestId | undefined {
  for (let index = 0; index < ATTRIBUTES.length; index += 1) {
    const attribute = ATTRIBUTES[index] ?? '';
    const value = dom.attribute(element, attribute);
    if (value !== null && value !== '') return { value, attribute, unusual: index > 0 ? { attribute } : {} };
  }
  return undefined;
}
