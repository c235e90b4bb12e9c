/**
 * Svelte 4 and 5: components by the files that development builds write on elements.
 *
 * Svelte 5 also writes which components, in which blocks, an element came out of; with Svelte 4 the files on the elements
 * above tell. Neither exposes instances, so nothing is known of props and state. Production builds write nothing.
 */

import type { Dom } from '../dom.ts';
import { append } from '../primordials.ts';

import { climb } from './climb.ts';
import { fileStem } from './file-stem.ts';
import { ANONYMOUS } from './framework.ts';
import type { FrameworkReader } from './framework.ts';
import { collected } from './list.ts';
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
      const names = stack === undefined ? namesAbove(element, dom) : namesInStack(file, stack);
      return { components: (limit) => collected(names, limit, (name) => ({ name: cleanName(name) })) };
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

/**
 * An entry of kind `component` tells the file that uses a component, and by which name. The element's own file is the better
 * name for the innermost, unless the element was handed to that component from the file that uses it.
 */
function namesInStack(own: string, stack: object): string[] {
  const names: string[] = [];
  let file: string | undefined;
  let entry: object | undefined = stack;
  for (let count = 0; entry !== undefined && count < MAX_STACK; count += 1) {
    if (textAt(entry, 'type') === 'component') {
      file = textAt(entry, 'file') ?? '';
      const tag = textAt(entry, 'componentTag') ?? ANONYMOUS;
      append(names, names.length === 0 && file !== own ? fileStem(own) : tag);
    }
    entry = objectAt(entry, 'parent');
  }
  append(names, fileStem(file ?? own));
  return names;
}

/** One component after the other, where the file changes from an element to the one around it. */
function namesAbove(start: Element, dom: Dom): string[] {
  const names: string[] = [];
  let last: string | undefined;
  climb(start, dom, (element) => {
    const place = objectAlong(element, '__svelte_meta', 'loc');
    const file = place === undefined ? undefined : textAt(place, 'file');
    if (file !== undefined && file !== last) append(names, fileStem(file));
    last = file ?? last;
    return false;
  });
  return names;
}
