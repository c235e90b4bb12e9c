/** Cuts long text, saying how long it was. */

import { slice } from './primordials.ts';

/** The text, or its first `limit` characters and a note; `length` is that of the whole, where `text` is only its beginning. */
export function truncate(text: string, limit: number, length = text.length): string {
  return length <= limit ? text : `${slice(text, 0, limit)}… [${length} characters]`;
}
