/** Which elements match a selector, in the document and everywhere that can be looked into. */

import type { DomAnswer, DomMatch, DomQuery } from 'gasoline-wire';

import { withSelector } from './bad-query.ts';
import { bounded } from './bounded.ts';
import { ElementReader } from './element.ts';
import { pageName } from './page-name.ts';
import type { Page } from './page.ts';
import { findScopes, wayTo } from './scopes.ts';
import type { Scope } from './scopes.ts';
import { createSelectors } from './selector.ts';
import type { Selectors } from './selector.ts';
import { computedStyles } from './styles.ts';

/** Answers. Throws `BadQuery` for a selector that is none. */
export function queryDom(page: Page, query: DomQuery): DomAnswer {
  // Before the search for scopes: a mistake is told at once.
  withSelector(query.selector, () =>
    page.dom.matches(page.dom.documentElement(page.window.document), query.selector),
  );
  const scopes = findScopes(page);
  const reader = new ElementReader(page);
  const selectors = createSelectors(page.dom);
  const matches: DomMatch[] = [];
  let matchCount = 0;
  for (const scope of scopes.all) {
    const found = page.dom.findAll(scope.root, query.selector);
    matchCount += found.length;
    for (let index = 0; index < found.length && matches.length < query.limit; index += 1) {
      const element = found[index];
      if (element !== undefined) matches.push(describe(element, { page, query, scope, selectors, reader }));
    }
  }
  return { ...pageName(page), matchCount, matches, notes: [...scopes.notes] };
}

interface Surroundings {
  readonly page: Page;
  readonly query: DomQuery;
  readonly scope: Scope;
  readonly selectors: Selectors;
  readonly reader: ElementReader;
}

function describe(element: Element, { page, query, scope, selectors, reader }: Surroundings): DomMatch {
  const { x, y, width, height } = page.box(element);
  return {
    selector: bounded(selectors.of(element, scope.root), MAX_SELECTOR_CHARACTERS),
    ...(scope.entrance === undefined ? {} : { inside: wayTo(scope, selectors) }),
    ...reader.describe(element, scope.window, query.childDepth),
    boundingBox: {
      x: rounded(x + scope.offset.x),
      y: rounded(y + scope.offset.y),
      width: rounded(width),
      height: rounded(height),
    },
    visible: page.isVisible(element),
    ...(query.styles.length === 0 ? {} : { styles: computedStyles(element, scope.window, query.styles) }),
  };
}

const MAX_SELECTOR_CHARACTERS = 1000;

/** Finer than any screen. */
function rounded(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
