/** The `integrity` attributes of a document's scripts and links, by the address they load. */

import { getter } from './dom.ts';
import type { Env } from './env.ts';
import { min } from './primordials.ts';

const MAX_ELEMENTS = 500;

/**
 * Finds the attribute that goes with a loaded resource. An element that was removed meanwhile is not found. The document
 * is searched when the first script or link asks, by a single selector: browsers answer it faster than a list.
 */
export function integrityFinder({
  window,
  dom,
}: Env): (resource: PerformanceResourceTiming) => string | undefined {
  const { HTMLScriptElement, HTMLLinkElement } = window;
  const sourceOf = getter(HTMLScriptElement.prototype, 'src');
  const addressOf = getter(HTMLLinkElement.prototype, 'href');
  let found: NodeListOf<Element> | undefined;
  const loads = (element: Element, url: string): boolean =>
    element instanceof HTMLScriptElement
      ? sourceOf(element) === url
      : element instanceof HTMLLinkElement && addressOf(element) === url;

  return ({ name, initiatorType }) => {
    if (initiatorType !== 'script' && initiatorType !== 'link') return undefined;
    const elements = (found ??= dom.findAll(window.document, '[integrity]'));
    const count = min(elements.length, MAX_ELEMENTS);
    for (let index = 0; index < count; index += 1) {
      const element = elements[index];
      if (element !== undefined && loads(element, name))
        return dom.attribute(element, 'integrity') ?? undefined;
    }
    return undefined;
  };
}
