/** Every way to address an element that is found at the moment of an action; the best is chosen when code is written. */

import type { Selectors } from 'gasoline-wire';

import type { Dom } from '../dom.ts';
import type { Draft } from '../json.ts';
import { slice } from '../primordials.ts';

import { ariaLabelOf } from './aria-label.ts';
import { cssPathOf } from './css-path.ts';
import type { Recogniser } from './recognised.ts';
import { testIdAttributeOf } from './test-id.ts';
import { uniqueIdOf } from './unique-id.ts';
import { visibleTextOf } from './visible-text.ts';

/** A page may put anything into its attributes; a selector that long finds nothing, but it bounds the entry. */
const MAX_CHARACTERS = 500;

/** The selectors of an element, those it has none for left out. */
export function selectorsOf(element: Element, dom: Dom, recogniser: Recogniser): Draft<Selectors> {
  const { role, locators } = recogniser.recognise(element, dom);
  const testId = testIdAttributeOf(element, dom);
  return {
    testId: bounded(testId?.value),
    testIdAttribute: testId?.unusual.attribute,
    ariaLabel: bounded(ariaLabelOf(element, dom)),
    role,
    id: bounded(uniqueIdOf(element, dom)),
    text: visibleTextOf(element, dom),
    cssPath: bounded(cssPathOf(element, dom, recogniser)),
    locators: atLeastOne(locators),
    inShadow: dom.host(dom.root(element)) === undefined ? undefined : true,
  };
}

function bounded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : slice(text, 0, MAX_CHARACTERS);
}

function atLeastOne<Item>(list: Item[]): Item[] | undefined {
  return list.length === 0 ? undefined : list;
}
