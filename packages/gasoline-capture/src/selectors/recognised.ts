/** How an element is known to people, and how it is found again. */

import type { Locator, RoleSelector } from 'gasoline-wire';

import type { Dom } from '../dom.ts';

/** What there is to tell of one element. */
export interface Recognised {
  readonly role?: RoleSelector | undefined;
  readonly locators: Locator[];
}

/** Recognises an element. */
export type Recognise = (element: Element, dom: Dom) => Recognised;

/** Where nobody asks, or nobody is there yet who could tell. */
export const unrecognised: Recognise = () => ({ locators: [] });
