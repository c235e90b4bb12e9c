/** The `integrity` attributes of a document's scripts and links, by the address they load. */

import { getter } from './dom.ts';
import type { Env } from './env.ts';

const MAX_ELEMENTS = 500;

/**
 * Finds the attribute that goes with a loaded resource. An element that was removed meanwhile is not found. The browser
 * keeps its list of scripts and that of links until the document changes; one by attribute it would make anew.
 */
export function integrityFinder({
  window,
  dom,
}: Env): (resource: PerformanceResourceTiming) => string | undefined {
  const { HTMLScriptElement, HTMLLinkElement } = window;
  const sourceOf = getter(HTMLScriptElement.prototype, 'src');
  const addressOf = getter(HTMLLinkElement.prototype, 'href');
  const loads = (element: Element, url: string): boolean =>
    element instanceof HTMLScriptElement
      ? sourceOf(element) === url
      : element instanceof HTMLLinkElement && addressOf(element) === url;

  return ({ name, initiatorType }) => {
    if (initiatorType !== 'script' && initiatorType !== 'link') return undefined;
    const elements = dom.named(window.document, initiatorType);
    for (let index = 0; index < MAX_ELEMENTS; index += 1) {
      const element = elements[index];
      if (element === undefined) break;
      const integrity = dom.attribute(element, 'integrity');
      if (integrity !== null && loads(element, name)) return integrity;
    }
    return undefined;
  };
}
