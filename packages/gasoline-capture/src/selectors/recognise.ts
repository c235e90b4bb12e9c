/** Recognises elements. Apart from its types, because it takes a library and half of what is here: it may come late. */

import { classSelectorOf } from './class-names.ts';
import { locatorsOf } from './locators.ts';
import type { Recogniser } from './recognised.ts';
import { roleNameOf } from './role-name.ts';

/** By role and name, and by locators that were tried. */
export const recogniser: Recogniser = {
  recognise(element, dom) {
    const role = roleNameOf(element, dom);
    return { role, locators: locatorsOf(element, dom, role?.name) };
  },
  classesOf: classSelectorOf,
};
