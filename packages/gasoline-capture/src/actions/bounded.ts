/** What a user entered, whole if at all possible: a script enters it again. */

import { slice } from '../primordials.ts';

/** An entry may have 1 MB. UTF-8 makes at most three bytes of a character, and one entry has at most three such texts. */
export const MAX_ENTERED_CHARACTERS = 100_000;

/** The text; if it had to be cut, that is told beside it, never in it. */
export function bounded(text: string): { readonly text: string; readonly truncated: true | undefined } {
  return text.length <= MAX_ENTERED_CHARACTERS
    ? { text, truncated: undefined }
    : { text: slice(text, 0, MAX_ENTERED_CHARACTERS), truncated: true };
}
