/** What has to be known to take a picture of the page. Measures only: nothing of the page is changed. */

import type { BoundingBox, SurveyAnswer, SurveyQuery } from 'gasoline-wire';

import { BadQuery, withSelector } from './bad-query.ts';
import { pageName } from './page-name.ts';
import { wholePage } from './page.ts';
import type { Page } from './page.ts';
import { findScopes } from './scopes.ts';
import type { Scope } from './scopes.ts';
import { createSelectors } from './selector.ts';
import { settled } from './settled.ts';
import { MAX_ELEMENTS, visibleElements } from './visible-elements.ts';

/** Elements outlined by one selector. */
const MAX_MARKS = 20;

/** Answers. Throws `BadQuery` for a selector that is none, or finds nothing. */
export async function survey(page: Page, query: SurveyQuery): Promise<SurveyAnswer> {
  const restless = await settled(page.window, query.settleMs);
  const { window } = page;
  const scopes = findScopes(page).all;
  const shown = query.selector === undefined ? undefined : find(page, scopes, query.selector);
  const marks = query.mark.flatMap((selector) => find(page, scopes, selector).slice(0, MAX_MARKS));
  const { elements, isComplete } = visibleElements(page, scopes, createSelectors(page.dom));
  const notes = [
    restless,
    shown !== undefined && shown.length > 1
      ? `${shown.length} elements match the selector; the first that is visible is shown`
      : undefined,
    isComplete
      ? undefined
      : `of what is visible the first ${Math.min(elements.length, MAX_ELEMENTS)} elements are known`,
  ];
  const root = wholePage(page);
  return {
    ...pageName(page),
    viewport: {
      width: window.innerWidth,
      height: window.innerHeight,
      devicePixelRatio: window.devicePixelRatio,
    },
    scroll: { x: window.scrollX, y: window.scrollY },
    documentSize: { width: root.scrollWidth, height: root.scrollHeight },
    ...(shown?.[0] === undefined ? {} : { target: shown[0] }),
    marks,
    elements,
    notes: notes.filter((note) => note !== undefined),
  };
}

/** Where visible elements stand that match a selector, at least one of them. */
function find(page: Page, scopes: readonly Scope[], selector: string): BoundingBox[] {
  withSelector(selector, () => page.dom.matches(page.dom.documentElement(page.window.document), selector));
  let hidden = 0;
  const boxes: BoundingBox[] = [];
  for (const { root, offset } of scopes) {
    for (const element of page.dom.findAll(root, selector)) {
      const { x, y, width, height } = page.box(element);
      if (page.isVisible(element)) boxes.push({ x: x + offset.x, y: y + offset.y, width, height });
      else hidden += 1;
    }
  }
  if (boxes.length > 0) return boxes;
  throw new BadQuery(
    hidden === 0
      ? `no element of the page matches \`${selector}\``
      : `nothing of \`${selector}\` can be seen: ${hidden} matching and hidden`,
  );
}
