/** A DOM node in one line, as developer tools show it closed: `<button id="save" class="primary">`. */

import type { PageWindow } from './page-window.ts';
import { apply, getOwnPropertyDescriptor } from './primordials.ts';
import { truncate } from './truncate.ts';

/** Describes a node of any frame; undefined for anything else. */
export type DescribeNode = (object: object) => string | undefined;

const MAX_PART_CHARACTERS = 100;
const SHOWN_ATTRIBUTES = ['id', 'class', 'name', 'type', 'data-testid'];

/** The describer that uses one window's own accessors: they read nodes of every frame and cannot be fooled. */
export function nodeDescriber(window: PageWindow): DescribeNode {
  const readType = accessor(window.Node.prototype, 'nodeType');
  const readName = accessor(window.Node.prototype, 'nodeName');
  const readValue = accessor(window.Node.prototype, 'nodeValue');
  const readLocalName = accessor(window.Element.prototype, 'localName');
  const { getAttribute } = window.Element.prototype;

  const describeElement = (element: object): string => {
    let text = `<${readLocalName(element)}`;
    for (let index = 0; index < SHOWN_ATTRIBUTES.length; index += 1) {
      const name = SHOWN_ATTRIBUTES[index] ?? '';
      const value: unknown = apply(getAttribute, element, [name]);
      if (typeof value === 'string') text += ` ${name}="${truncate(value, MAX_PART_CHARACTERS)}"`;
    }
    return `${text}>`;
  };

  return (object) => {
    try {
      if (readType(object) === '1') return describeElement(object);
      const value = readValue(object);
      return value === ''
        ? readName(object)
        : `${readName(object)} "${truncate(value, MAX_PART_CHARACTERS)}"`;
    } catch {
      // Not a node: the accessors refuse it.
      return undefined;
    }
  };
}

function accessor(prototype: object, name: string): (object: object) => string {
  const getter = getOwnPropertyDescriptor(prototype, name)?.get;
  return (object) => {
    const value: unknown = getter === undefined ? undefined : apply(getter, object, []);
    return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  };
}
