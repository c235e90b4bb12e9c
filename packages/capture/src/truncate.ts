/** Cuts long text, saying how long it was. */

import { slice } from './primordials.ts';

/** The text, or its first `limit` characters and a note. */
export function truncate(text: string, limit: number): string {
  return text.length <= limit ? text : `${slice(text, 0, limit)}… [${text.length} characters]`;
}
