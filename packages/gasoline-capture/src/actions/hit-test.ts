/** Whether a click in the middle of an element would reach it: many fields lie unseen below, or far from, what is clicked for them. */

import { isCallable } from '../callable.ts';
import type { Env } from '../env.ts';
import { apply } from '../primordials.ts';

/** Smaller elements are there for assistive technology; what is clicked is something else. */
const LEAST_PIXELS = 4;

/** The test of one window, for elements of its document. What lies outside of the view cannot be hit either. */
export function hitTest({ window }: Pick<Env, 'window'>): (element: Element) => boolean {
  const { getBoundingClientRect } = window.Element.prototype;
  const find: unknown = window.Document.prototype.elementFromPoint;
  return (element) => {
    const { left, top, width, height } = apply(getBoundingClientRect, element, []);
    if (!isCallable(find)) return true;
    const hit = apply(find, window.document, [left + width / 2, top + height / 2]);
    return width >= LEAST_PIXELS && hit === element;
  };
}
