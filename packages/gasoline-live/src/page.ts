/** The page being read: its accessors, and one reader of fields for each window in it. */

import { createDom, fieldReader, getter } from 'gasoline-capture/reading';
import type { Dom, FieldReader, PageWindow } from 'gasoline-capture/reading';

/** What may be asked of a page's nodes. A form with a field called `children` does not fool these. */
export interface Page {
  readonly window: PageWindow;
  readonly dom: Dom;
  readonly attributeNames: (element: Element) => readonly string[];
  readonly children: (element: Element) => HTMLCollection;
  readonly shadowRoot: (element: Element) => ShadowRoot | null;
  readonly box: (element: Element) => DOMRect;
  /** Whether a person could see it, scrolling aside. */
  readonly isVisible: (element: Element) => boolean;
  /** The reader for elements of a window; constructors differ between windows. */
  readonly fields: (window: PageWindow) => FieldReader;
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

const VISIBLE = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };

/** The page of a window. */
export function openPage(window: PageWindow): Page {
  const { Element } = window;
  const { getAttributeNames, getBoundingClientRect } = Element.prototype;
  const dom = createDom(window);
  const readers = new Map<PageWindow, FieldReader>();
  const box = (element: Element): DOMRect => getBoundingClientRect.call(element);
  return {
    window,
    dom,
    attributeNames: (element) => getAttributeNames.call(element),
    children: getter(Element.prototype, 'children'),
    shadowRoot: getter(Element.prototype, 'shadowRoot'),
    box,
    isVisible: visibilityTest(window, box),
    fields(of) {
      const reader = readers.get(of) ?? fieldReader({ window: of, dom });
      readers.set(of, reader);
      return reader;
    },
    now: () => window.performance.now(),
  };
}

function visibilityTest({ Element }: PageWindow, box: Page['box']): Page['isVisible'] {
  const check: unknown = Reflect.get(Element.prototype, 'checkVisibility');
  return (element) => {
    const { width, height } = box(element);
    if (width <= 0 || height <= 0) return false;
    return typeof check !== 'function' || Reflect.apply(check, element, [VISIBLE]) !== false;
  };
}

/** The element whose size is that of the whole page: in a document without a doctype it is the body. */
export function wholePage({ window, dom }: Page): Element {
  const { get } = Object.getOwnPropertyDescriptor(window.Document.prototype, 'scrollingElement') ?? {};
  const found: unknown = get === undefined ? undefined : Reflect.apply(get, window.document, []);
  return dom.isElement(found) ? found : dom.documentElement(window.document);
}
