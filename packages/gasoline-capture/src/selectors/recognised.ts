/** How an element is known to people, and how it is found again. */

import type { Locator, RoleSelector } from 'gasoline-wire';

import type { Dom } from '../dom.ts';

/** What there is to tell of one element. */
export interface Recognised {
  readonly role?: RoleSelector | undefined;
  readonly locators: Locator[];
}

/** Recognises elements. */
export interface Recogniser {
  readonly recognise: (element: Element, dom: Dom) => Recognised;
  /** The classes that a person wrote, as they stand in a selector: `.primary.large`. */
  readonly classesOf: (element: Element, dom: Dom) => string;
}

/** Where nobody asks, or the part that recognises has not arrived yet. */
export const unrecognised: Recogniser = { recognise: () => ({ locators: [] }), classesOf: () => '' };
