/**
 * Svelte 4 and 5: components by the files that development builds write on elements.
 *
 * Svelte 5 also writes which components, in which blocks, an element came out of; with Svelte 4 the files on the elements
 * above tell. Neither exposes instances, so nothing is known of props and state. Production builds write nothing.
 */

import type { AncestorComponent } from 'wire';

import type { Dom } from '../dom.ts';
import { append } from '../primordials.ts';

import { climb } from './climb.ts';
import { fileStem } from './file-stem.ts';
import type { FrameworkReader } from './framework.ts';
import { cleanName, objectAlong, objectAt, textAt } from './page-object.ts';

/** A stack that a page made endless. */
const MAX_STACK = 1000;

/** Reads Svelte. */
export function createSvelteReader(dom: Dom): FrameworkReader {
  return {
    framework: 'svelte',
    trace(element) {
      const meta = objectAt(element, '__svelte_meta');
      const file = meta === undefined ? undefined : fileOf(meta);
      if (meta === undefined || file === undefined) return undefined;
      const stack = objectAt(meta, 'parent');
      // At once: the marks go with the elements.
      const files = stack === undefined ? filesAbove(element, dom) : filesInStack(file, stack);
      return { components: (limit) => named(files, limit) };
    },
  };
}

/** Whether the page runs a build of Svelte, of whichever kind; both versions leave their number. */
export function hasSvelte(window: object): boolean {
  return objectAt(window, '__svelte') !== undefined;
}

function fileOf(meta: object): string | undefined {
  const place = objectAt(meta, 'loc');
  return place === undefined ? undefined : textAt(place, 'file');
}

/** An entry of kind `component` lies in the file that uses it. */
function filesInStack(innermost: string, stack: object): string[] {
  const files = [innermost];
  let entry: object | undefined = stack;
  for (let count = 0; entry !== undefined && count < MAX_STACK; count += 1) {
    const file = textAt(entry, 'file');
    if (textAt(entry, 'type') === 'component' && file !== undefined) append(files, file);
    entry = objectAt(entry, 'parent');
  }
  return files;
}

/** One component after the other, where the file changes from an element to the one around it. */
function filesAbove(start: Element, dom: Dom): string[] {
  const files: string[] = [];
  climb(start, dom, (element) => {
    const place = objectAlong(element, '__svelte_meta', 'loc');
    const file = place === undefined ? undefined : textAt(place, 'file');
    if (file !== undefined && file !== files[files.length - 1]) append(files, file);
    return false;
  });
  return files;
}

function named(files: readonly string[], limit: number): AncestorComponent[] {
  const components: AncestorComponent[] = [];
  for (let index = 0; index < files.length && components.length < limit; index += 1) {
    append(components, { name: cleanName(fileStem(files[index] ?? '')) });
  }
  return components;
}
