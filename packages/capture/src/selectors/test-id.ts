/** The attributes teams give elements for their tests. */

import type { Dom } from '../dom.ts';

/** In the order in which they win. */
const ATTRIBUTES = ['data-testid', 'data-test-id', 'data-cy'];

/** Finds elements that have one; as single selectors, which browsers answer faster than a list. */
export const WITH_TEST_ID = ['[data-testid]', '[data-test-id]', '[data-cy]'];

/** An element's test id. */
export function testIdOf(element: Element, dom: Dom): string | undefined {
  return testIdAttributeOf(element, dom)?.value;
}

/** An element's test id, and where it stands. */
export function testIdAttributeOf(
  element: Element,
  dom: Dom,
): { readonly attribute: string; readonly value: string } | undefined {
  for (let index = 0; index < ATTRIBUTES.length; index += 1) {
    const attribute = ATTRIBUTES[index] ?? '';
    const value = dom.attribute(element, attribute);
    if (value !== null && value !== '') return { attribute, value };
  }
  return undefined;
}
