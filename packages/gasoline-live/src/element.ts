/** An element as an agent reads it: name, attributes, text, what stands in it, what is below it. */

import { textOf } from 'gasoline-capture/reading';
import type { PageWindow } from 'gasoline-capture/reading';
import type { DomElement } from 'gasoline-wire';

import { bounded } from './bounded.ts';
import type { Page } from './page.ts';

const MAX_TEXT_CHARACTERS = 500;
const MAX_CHILD_TEXT_CHARACTERS = 100;
const MAX_ATTRIBUTES = 30;
const MAX_ATTRIBUTE_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 100;
const MAX_CHILDREN = 20;

/** Of one answer; elements below elements grow fast. */
const MAX_DESCENDANTS = 300;

/** Describes the elements of one answer. */
export class ElementReader {
  readonly #page: Page;
  #descendants = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** An element with so many levels of children. */
  describe(element: Element, window: PageWindow, childDepth: number): DomElement {
    return this.#describe(element, window, childDepth, MAX_TEXT_CHARACTERS);
  }

  #describe(element: Element, window: PageWindow, childDepth: number, textLimit: number): DomElement {
    const { dom } = this.#page;
    const value = this.#page.fields(window).valueOf(element)?.value;
    return {
      tag: bounded(dom.localName(element), MAX_NAME_CHARACTERS),
      attributes: this.#attributes(element, window),
      text: bounded(textOf(element, dom, textLimit), textLimit),
      ...(value === undefined || value === '' ? {} : { value: bounded(value, textLimit) }),
      ...(childDepth > 0 ? this.#children(element, window, childDepth) : {}),
    };
  }

  /** What is typed into a sensitive field is no better known from its `value` attribute. */
  #attributes(element: Element, window: PageWindow): Record<string, string> {
    const { dom } = this.#page;
    const attributes: Record<string, string> = {};
    for (const name of this.#page.attributeNames(element).slice(0, MAX_ATTRIBUTES)) {
      const text = dom.attribute(element, name) ?? '';
      const shown = name === 'value' ? this.#page.fields(window).masked(element, text) : text;
      attributes[bounded(name, MAX_NAME_CHARACTERS)] = bounded(shown, MAX_ATTRIBUTE_CHARACTERS);
    }
    return attributes;
  }

  #children(
    element: Element,
    window: PageWindow,
    depth: number,
  ): Pick<DomElement, 'children' | 'childrenOmitted'> {
    const all = this.#page.children(element);
    const room = Math.min(MAX_CHILDREN, MAX_DESCENDANTS - this.#descendants);
    const count = Math.min(all.length, Math.max(room, 0));
    // Before those below: each level has its share.
    this.#descendants += count;
    const children: DomElement[] = [];
    for (let index = 0; index < count; index += 1) {
      const child = all[index];
      if (child !== undefined)
        children.push(this.#describe(child, window, depth - 1, MAX_CHILD_TEXT_CHARACTERS));
    }
    const childrenOmitted = all.length - count;
    return { ...(count > 0 ? { children } : {}), ...(childrenOmitted > 0 ? { childrenOmitted } : {}) };
  }
}
