/** A way to address an element that still has to prove itself. */

import type { Locator } from 'gasoline-wire';

import type { Scope } from './scope.ts';

/** One way, its price, and the proof. */
export interface Candidate {
  readonly locator: Locator;
  /** How likely it is to fail, or to find something else, when the page changes: less is better. */
  readonly risk: number;
  /** Whether it finds the element and no other in a scope, by Playwright's rules. */
  readonly isOnlyIn: (scope: Scope) => boolean;
}

/**
 * What each way risks. Not the chance of anything, only an order: what a developer wrote to be found by comes first, then
 * what a person sees, then how the page is built; data and places last.
 */
export const RISK = {
  testId: 0,
  role: 10,
  label: 12,
  id: 14,
  placeholder: 16,
  altText: 18,
  title: 18,
  attribute: 20,
  text: 22,
  className: 30,
  /** The only one of its kind. */
  kind: 60,
  /** Added where the text must be the whole text. */
  exact: 1,
  /** Added for a container with a way of its own. */
  container: 3,
  /** Added for an id with a number in it: a key, or a place in a list. */
  numbered: 25,
  /** Added for such a test id, which at least was given for tests. */
  numberedTestId: 15,
  /** Added for text that is, or contains, data. */
  data: 40,
  /** Added for the text of a link whose address tells of something else. */
  doubt: 20,
  /** Added for text of a list or table, which may be data. */
  listed: 25,
  /** Added to that for what may be the key of a record. */
  key: 10,
  /** Added for a container that is recognised by what is written in it. */
  containedText: 20,
  /** Added for the place among others. */
  place: 100,
};

/** A candidate. */
export function candidate(locator: Locator, risk: number, isOnlyIn: (scope: Scope) => boolean): Candidate {
  return { locator, risk, isOnlyIn };
}
