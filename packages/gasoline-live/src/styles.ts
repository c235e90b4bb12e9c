/** Computed styles by name. */

import type { PageWindow } from 'gasoline-capture/reading';

import { bounded } from './bounded.ts';

const MAX_STYLE_CHARACTERS = 200;

/** Those asked for, under the names they were asked by; unknown ones are left out. */
export function computedStyles(
  element: Element,
  window: PageWindow,
  names: readonly string[],
): Record<string, string> {
  const computed = window.getComputedStyle(element);
  const styles: Record<string, string> = {};
  for (const name of names) {
    const value = computed.getPropertyValue(propertyName(name));
    if (value !== '') styles[name] = bounded(value, MAX_STYLE_CHARACTERS);
  }
  return styles;
}

/** Scripts write `backgroundColor`, style sheets `background-color`. */
function propertyName(name: string): string {
  return name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
