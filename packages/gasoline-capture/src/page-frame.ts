/** Finds the page's own place in a stack, `app.js:42`. */

import { execute, indexOf, slice } from './primordials.ts';

/** `    at name (https://host/app.js:42:7)`, `    at https://host/app.js:42:7`, and Firefox's `name@https://…`. */
const FRAME = /^(?:\s+at (?:.*[ (])?|[^@\s]*@)([^\s()]+):(\d+):\d+\)?$/;

/** How our own script calls itself in stacks; see `sourceUrl` in scripts/build.mjs. */
export const OWN_SCHEME = 'gasoline:';

/** Longer lines are not frames but a message, which stands before them. */
const MAX_FRAME_CHARACTERS = 3000;

/** Last segment of a path, without query and fragment. */
const LAST_SEGMENT = /([^/?#]*)(?:[?#].*)?$/;

/** The uppermost frame that lies in the page's code, not in the browser's or an extension's. */
export function firstPageFrame(stack: string): string | undefined {
  for (let start = 0; start <= stack.length;) {
    const next = indexOf(stack, '\n', start);
    const end = next < 0 ? stack.length : next;
    const frame = end - start > MAX_FRAME_CHARACTERS ? null : execute(FRAME, slice(stack, start, end));
    const url = frame?.[1];
    if (url !== undefined && !isForeign(url)) return place(url, frame?.[2] ?? '');
    start = end + 1;
  }
  return undefined;
}

/** A script and a line as developer tools print them beside a console line; `(index)` for the page at `/`. */
export function place(url: string, line: number | string): string {
  return `${scriptName(url)}:${line}`;
}

function scriptName(url: string): string {
  if (indexOf(url, 'data:') === 0) return '(data)';
  const name = execute(LAST_SEGMENT, url)?.[1] ?? '';
  return name === '' ? '(index)' : name;
}

function isForeign(url: string): boolean {
  return (
    indexOf(url, OWN_SCHEME) === 0 ||
    indexOf(url, 'chrome-extension:') === 0 ||
    indexOf(url, 'moz-extension:') === 0
  );
}
