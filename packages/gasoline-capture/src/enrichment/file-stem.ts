/** Names of components that are known by their file only. */

import { lastIndexOf, max, slice } from '../primordials.ts';

/** `LoginForm` for `src/components/LoginForm.svelte`. */
export function fileStem(file: string): string {
  const name = slice(file, max(lastIndexOf(file, '/'), lastIndexOf(file, '\\')) + 1);
  const dot = lastIndexOf(name, '.');
  return dot > 0 ? slice(name, 0, dot) : name;
}
