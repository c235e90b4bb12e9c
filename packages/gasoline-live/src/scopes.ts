/**
 * Where elements can be: the document, its open shadow roots, its frames of the same origin, and theirs.
 *
 * To find them every element is passed once, within a budget of time: a page of a million elements is searched as far
 * as it goes, and the answer says so.
 */

import { getter } from 'gasoline-capture/reading';
import type { PageWindow } from 'gasoline-capture/reading';
import type { Enclosure } from 'gasoline-wire';

import type { Page } from './page.ts';
import type { Selectors } from './selector.ts';

/** A document or shadow root, and how it is reached. */
export interface Scope {
  readonly root: Document | ShadowRoot;
  readonly window: PageWindow;
  /** The element that holds it, and where that stands; undefined for the page's document. */
  readonly entrance?: {
    readonly kind: 'shadowRootOf' | 'frame';
    readonly holder: Element;
    readonly from: Scope;
  };
  /** Where its window's top left corner is in the page's viewport. */
  readonly offset: { readonly x: number; readonly y: number };
}

/** Every scope that was found in time. */
export interface Scopes {
  readonly all: readonly Scope[];
  /** Where nobody looked, and why. */
  readonly notes: readonly string[];
}

/** A page must not stand still longer than a slow frame or two. */
const BUDGET_MS = 100;

/** Looking at the clock costs as much as looking at elements. */
const ELEMENTS_PER_LOOK = 512;

const MAX_SCOPES = 5000;
const SHOW_ELEMENT = 1;

/** Finds them, the document first. */
export function findScopes(page: Page): Scopes {
  const search = new Search(page);
  search.run();
  return { all: search.found, notes: search.notes() };
}

/** The way from the page's document to a scope. */
export function wayTo(scope: Scope, selectors: Selectors): Enclosure[] {
  if (scope.entrance === undefined) return [];
  const { kind, holder, from } = scope.entrance;
  const selector = selectors.of(holder, from.root);
  return [...wayTo(from, selectors), kind === 'frame' ? { frame: selector } : { shadowRootOf: selector }];
}

class Search {
  readonly found: Scope[];
  readonly #page: Page;
  readonly #end: number;
  #passed = 0;
  #foreignFrames = 0;
  #isLate = false;

  constructor(page: Page) {
    this.#page = page;
    this.#end = page.now() + BUDGET_MS;
    const { document } = page.window;
    this.found = [{ root: document, window: page.window, offset: { x: 0, y: 0 } }];
  }

  run(): void {
    // Scopes found on the way are appended, and searched in their turn.
    for (let index = 0; index < this.found.length && !this.#isLate; index += 1) {
      const scope = this.found[index];
      if (scope !== undefined) this.#search(scope);
    }
  }

  notes(): string[] {
    const notes: string[] = [];
    const foreign = this.#foreignFrames;
    if (foreign > 0)
      notes.push(`${foreign} ${foreign === 1 ? 'frame' : 'frames'} of other origins: not looked into`);
    if (this.#isLate)
      notes.push(
        `the page is very large: shadow roots and frames behind its first ${this.#passed} elements were not looked into`,
      );
    if (this.#isFull()) notes.push(`only the first ${MAX_SCOPES} shadow roots and frames were looked into`);
    return notes;
  }

  #isFull(): boolean {
    return this.found.length >= MAX_SCOPES;
  }

  #search(scope: Scope): void {
    const { window } = this.#page;
    const { prototype } = window.Document;
    const walker = prototype.createTreeWalker.call(window.document, scope.root, SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (this.#page.dom.isElement(node)) this.#enter(node, scope);
      this.#passed += 1;
      if (this.#passed % ELEMENTS_PER_LOOK === 0) this.#isLate = this.#page.now() > this.#end;
      if (this.#isLate || this.#isFull()) return;
    }
  }

  #enter(element: Element, scope: Scope): void {
    const shadow = this.#page.shadowRoot(element);
    if (shadow !== null) {
      const entrance = { kind: 'shadowRootOf', holder: element, from: scope } as const;
      this.found.push({ ...scope, root: shadow, entrance });
    }
    if (element instanceof scope.window.HTMLIFrameElement) this.#enterFrame(element, scope);
  }

  #enterFrame(element: HTMLIFrameElement, scope: Scope): void {
    const document = getter(scope.window.HTMLIFrameElement.prototype, 'contentDocument')(element);
    const window = document?.defaultView;
    // Null for frames of other origins, and for frames that are not shown.
    if (document === null || window === null || window === undefined) {
      this.#foreignFrames += 1;
      return;
    }
    const { x, y } = this.#page.box(element);
    const offset = {
      x: scope.offset.x + x + element.clientLeft,
      y: scope.offset.y + y + element.clientTop,
    };
    const entrance = { kind: 'frame', holder: element, from: scope } as const;
    this.found.push({ root: document, window, offset, entrance });
  }
}
