/**
 * Beacons of a page that leaves, beside a binding.
 *
 * The browser says nothing when it blocks one, but the page's console does. So one is sent only where it is known to pass:
 * the page comes from this machine, as the process that saw its response has confirmed, and no policy came with it. A frame sends
 * none: its page may stay, and a test that watches it would see the request.
 */

import { indexOf, quote, slice } from 'gasoline-capture';
import type { Env } from 'gasoline-capture';
import { ENTRY_SEPARATOR } from 'gasoline-wire/route';

import { enqueue } from './batch.ts';
import type { Batch } from './batch.ts';
import type { Remainder } from './binding.ts';
import { isFromLoopback } from './loopback.ts';
import type { Poster } from './post.ts';

const POLICY = 'meta[http-equiv="content-security-policy" i]';

/** The beacons of one window. */
export function createRemainder({ window, dom }: Env, poster: Poster): Remainder {
  const isLocal = isFromLoopback(window);
  let allowed: { readonly document: Document; readonly fields: string } | undefined;
  return {
    allow(document, tab, testId) {
      if (typeof tab !== 'string' || window.top !== window) return;
      const test = typeof testId === 'string' ? `"test_id":${quote(testId)},` : '';
      allowed = { document, fields: `"tab":${quote(tab)},${test}` };
    },
    send(batches) {
      const { document } = window;
      if (batches.length === 0 || allowed?.document !== document || !isLocal) return;
      if (dom.find(document, POLICY) !== null) return;
      const together: Batch[] = [];
      for (let index = 0; index < batches.length; index += 1) {
        const batch = batches[index];
        if (batch === undefined) continue;
        const { route, lines } = batch;
        enqueue(together, { route, lines: completed(lines, allowed.fields) });
      }
      for (let index = 0; index < together.length; index += 1) {
        const batch = together[index];
        if (batch !== undefined) poster.send(batch.route, batch.lines);
      }
    },
  };
}

/** Each line is an object, and no text in it has a line break of its own. */
function completed(lines: string, fields: string): string {
  const next = indexOf(lines, ENTRY_SEPARATOR);
  const line = `{${fields}${slice(lines, 1, next < 0 ? undefined : next)}`;
  if (next < 0) return line;
  const start = next + ENTRY_SEPARATOR.length;
  return `${line}${ENTRY_SEPARATOR}${completed(slice(lines, start), fields)}`;
}
