/** The short name of a script, as developer tools print it beside a console line. */

import { execute, indexOf } from './primordials.ts';

/** Last segment of the path, without query and fragment. */
const LAST_SEGMENT = /([^/?#]*)(?:[?#].*)?$/;

/** `app.js` for `https://host/js/app.js?v=1`, `(index)` for a script inside the page at `/`. */
export function scriptName(url: string): string {
  if (indexOf(url, 'data:') === 0) return '(data)';
  const name = execute(LAST_SEGMENT, url)?.[1] ?? '';
  return name === '' ? '(index)' : name;
}
