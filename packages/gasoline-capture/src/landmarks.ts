/**
 * The few elements that tell which view is shown: headings, and elements with a test id and a short text; those in open
 * shadow roots too, because locators look there as well.
 */

import type { DomLandmark } from 'gasoline-wire';

import type { Dom } from './dom.ts';
import { append, min, slice } from './primordials.ts';
import { testIdAttributeOf, WITH_TEST_ID } from './selectors/test-id.ts';
import { textOf } from './text.ts';

const MAX_LANDMARKS = 5;

/** So that a page of many headings still shows some test ids. */
const MAX_HEADINGS_BEFORE_TEST_IDS = 3;

/** Looked at, not reported: bounds the time on pages that give everything a test id. */
const MAX_CANDIDATES = 100;

/** Components stand near the top; this bounds the search for their shadow roots. */
const MAX_SEARCHED = 3000;
const MAX_ROOTS = 20;

const MAX_TEXT_CHARACTERS = 100;

const HEADINGS = ['h1', 'h2'];

/** What a document shows; undefined where nobody can tell yet. */
export type LandmarksOf = (document: Document, dom: Dom) => DomLandmark[] | undefined;

/** Visible headings and test ids, in this order. */
export function landmarksOf(document: Document, dom: Dom): DomLandmark[] {
  const roots = rootsOf(document, dom);
  const headings = collected(roots, HEADINGS, dom, headingOf);
  const testIds = collected(roots, WITH_TEST_ID, dom, markedOf);
  const landmarks: DomLandmark[] = [];
  add(landmarks, headings, 0, MAX_HEADINGS_BEFORE_TEST_IDS);
  add(landmarks, testIds, 0, MAX_LANDMARKS);
  add(landmarks, headings, MAX_HEADINGS_BEFORE_TEST_IDS, MAX_LANDMARKS);
  return landmarks;
}

type Read = (element: Element, dom: Dom) => DomLandmark | undefined;

/** The document and the open shadow roots in it. */
function rootsOf(document: Document, dom: Dom): readonly Node[] {
  const roots: Node[] = [document];
  let searched = 0;
  for (let index = 0; index < roots.length; index += 1) {
    const elements = dom.named(roots[index] ?? document, '*');
    for (let place = 0; searched < MAX_SEARCHED && roots.length < MAX_ROOTS; place += 1) {
      const element = elements[place];
      if (element === undefined) break;
      searched += 1;
      const shadow = dom.shadow(element);
      if (shadow !== null) append(roots, shadow);
    }
  }
  return roots;
}

function collected(
  roots: readonly Node[],
  selectors: readonly string[],
  dom: Dom,
  read: Read,
): DomLandmark[] {
  const found: DomLandmark[] = [];
  for (let index = 0; index < selectors.length; index += 1) {
    for (let root = 0; root < roots.length && found.length < MAX_LANDMARKS; root += 1) {
      const within = roots[root];
      if (within !== undefined) collect(found, dom.findAll(within, selectors[index] ?? ''), dom, read);
    }
  }
  return found;
}

function collect(found: DomLandmark[], elements: NodeListOf<Element>, dom: Dom, read: Read): void {
  const looked = min(elements.length, MAX_CANDIDATES);
  for (let index = 0; index < looked && found.length < MAX_LANDMARKS; index += 1) {
    const element = elements[index];
    const landmark = element === undefined ? undefined : read(element, dom);
    if (landmark !== undefined) append(found, landmark);
  }
}

function headingOf(element: Element, dom: Dom): DomLandmark | undefined {
  if (!dom.isVisible(element)) return undefined;
  const text = slice(textOf(element, dom, MAX_TEXT_CHARACTERS), 0, MAX_TEXT_CHARACTERS);
  const level = dom.localName(element) === 'h1' ? 1 : 2;
  return text === '' ? undefined : { kind: 'heading', level, text };
}

/** A longer text is that of a whole region. */
function markedOf(element: Element, dom: Dom): DomLandmark | undefined {
  const found = testIdAttributeOf(element, dom);
  if (found === undefined || !dom.isVisible(element)) return undefined;
  const text = textOf(element, dom, MAX_TEXT_CHARACTERS);
  if (text === '' || text.length > MAX_TEXT_CHARACTERS) return undefined;
  return { kind: 'testId', testId: slice(found.value, 0, MAX_TEXT_CHARACTERS), ...found.unusual, text };
}

function add(to: DomLandmark[], from: readonly DomLandmark[], start: number, end: number): void {
  for (let index = start; index < end && to.length < MAX_LANDMARKS; index += 1) {
    const landmark = from[index];
    if (landmark !== undefined) append(to, landmark);
  }
}
