/** What a person sees in the viewport, element by element: where it stands and what it says. */

import type { PictureElement } from 'gasoline-wire';

import { bounded } from './bounded.ts';
import type { Page } from './page.ts';
import type { Scope } from './scopes.ts';
import type { Selectors } from './selector.ts';

/** Of one picture. */
export const MAX_ELEMENTS = 200;

const MAX_SELECTOR_CHARACTERS = 300;
const MAX_TEXT_CHARACTERS = 80;

/** A page must not stand still longer than a slow frame or two. */
const BUDGET_MS = 50;
const NODES_PER_LOOK = 256;

/** What is seen although it has no text of its own, or is known by its name. */
const REMARKABLE =
  'body,img,svg,video,canvas,iframe,input,button,select,textarea,a,hr,progress,meter,[id],[data-testid],[role]';

/** Elements that were found, and whether there are more. */
export interface VisibleElements {
  readonly elements: PictureElement[];
  readonly isComplete: boolean;
}

/** Looks at every scope, as far as time and room allow. */
export function visibleElements(page: Page, scopes: readonly Scope[], selectors: Selectors): VisibleElements {
  const elements: PictureElement[] = [];
  const end = page.now() + BUDGET_MS;
  for (const scope of scopes) {
    const candidates = candidatesIn(page, scope, end);
    for (const [element, text] of candidates.found) {
      if (elements.length === MAX_ELEMENTS || page.now() > end) return { elements, isComplete: false };
      const box = boxOf(page, scope, element);
      if (box === undefined || !page.isVisible(element)) continue;
      const said = whatItSays(page, scope, element, text);
      elements.push({
        selector: bounded(selectors.of(element, scope.root), MAX_SELECTOR_CHARACTERS),
        boundingBox: box,
        ...(said === '' ? {} : { text: bounded(said, MAX_TEXT_CHARACTERS) }),
      });
    }
    if (!candidates.isComplete) return { elements, isComplete: false };
  }
  return { elements, isComplete: true };
}

/** Elements with text of their own, or remarkable ones, in the order of the document. */
function candidatesIn(
  { dom, now }: Page,
  { root }: Scope,
  end: number,
): { found: Map<Element, string>; isComplete: boolean } {
  const found = new Map<Element, string>();
  const next = dom.walk(root);
  let count = 0;
  for (let node = next(); node !== null; node = next()) {
    count += 1;
    if (count % NODES_PER_LOOK === 0 && now() > end) return { found, isComplete: false };
    if (dom.isElement(node)) {
      if (dom.matches(node, REMARKABLE)) found.set(node, '');
      continue;
    }
    const text = (dom.nodeValue(node) ?? '').trim();
    const parent = dom.parent(node);
    if (text === '' || !dom.isElement(parent)) continue;
    const before = found.get(parent) ?? '';
    if (before.length <= MAX_TEXT_CHARACTERS) found.set(parent, before === '' ? text : `${before} ${text}`);
  }
  return { found, isComplete: true };
}

/** What is typed into it, masked where it is sensitive; else its text. */
function whatItSays(page: Page, { window }: Scope, element: Element, text: string): string {
  const value = page.fields(window).valueOf(element)?.value;
  return (value ?? text).replaceAll(/\s+/g, ' ');
}

/** Where it stands in the viewport of the page; undefined if it is not in it. */
function boxOf(page: Page, { offset }: Scope, element: Element): PictureElement['boundingBox'] | undefined {
  const { x, y, width, height } = page.box(element);
  const [left, top] = [x + offset.x, y + offset.y];
  const { innerWidth, innerHeight } = page.window;
  const isIn = left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0;
  return isIn && width > 0 && height > 0
    ? { x: rounded(left), y: rounded(top), width: rounded(width), height: rounded(height) }
    : undefined;
}

/** Finer than any screen. */
function rounded(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
