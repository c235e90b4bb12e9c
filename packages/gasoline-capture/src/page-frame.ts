/** Finds the page's own place in a stack: `app.js:42`, or the frame as the browser prints it. */

import { execute, indexOf, slice } from './primordials.ts';

/**
 * `    at name (https://host/app.js:42:7)`, `    at https://host/app.js:42:7`, and Firefox's `name@https://…`. Paths may have
 * brackets too, but no space before them. Of evaluated code the place in it stands last, after a comma.
 */
const FRAME = /^(?:\s+at (?:async )?(?:.*? \(|.*, )?|[^@\s]*@)([^\s()]\S*):(\d+):\d+\)?$/;

/** What stands before a frame. */
const FRAME_START = /^\s+at (?:async )?/;

/** How our own script calls itself in stacks; see `sourceUrl` in scripts/build.mjs. */
export const OWN_SCHEME = 'gasoline:';

/** Longer lines are not frames but a message, which stands before them. */
const MAX_FRAME_CHARACTERS = 3000;

/** Last segment of a path, without query and fragment. */
const LAST_SEGMENT = /([^/?#]*)(?:[?#].*)?$/;

/** The place of the uppermost frame that lies in the page's code, not in the browser's or an extension's. */
export function firstPageFrame(stack: string): string | undefined {
  return first(stack, (_line, url, line) => place(url, line));
}

/** The same frame as it stands there, without `at`: `loadUser (https://host/app.js:42:7)`. */
export function firstFrameText(stack: string): string | undefined {
  return first(stack, (text) => slice(text, execute(FRAME_START, text)?.[0].length ?? 0));
}

function first(
  stack: string,
  found: (text: string, url: string, line: string) => string,
): string | undefined {
  for (let start = 0; start <= stack.length;) {
    const next = indexOf(stack, '\n', start);
    const end = next < 0 ? stack.length : next;
    const text = slice(stack, start, end);
    const frame = end - start > MAX_FRAME_CHARACTERS ? null : execute(FRAME, text);
    const url = frame?.[1];
    if (url !== undefined && !isForeign(url)) return found(text, url, frame?.[2] ?? '');
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
