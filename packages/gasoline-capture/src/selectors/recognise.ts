/** Recognises elements. Apart from its types, because it takes a library and half of what is here: it may come late. */

import { locatorsOf } from './locators.ts';
import type { Recognise } from './recognised.ts';
import { roleNameOf } from './role-name.ts';

/** By role and name, and by locators that were tried. */
export const recognise: Recognise = (element, dom) => {
  const role = roleNameOf(element, dom);
  return { role, locators: locatorsOf(element, dom, role?.name) };
};
