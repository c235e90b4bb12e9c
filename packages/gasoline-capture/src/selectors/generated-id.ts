/**
 * Tells ids that are made while the page runs from those a person wrote.
 *
 * A counter or a random part gives another id, or another element the same id, after the next load.
 * The server judges segments of paths (`address/segment.rs` in core); `fixtures/generated-values.json` holds both to one set of cases.
 */

import { execute } from '../primordials.ts';

/** How far an id can be relied on. */
export type IdOrigin = 'written' | 'numbered' | 'generated';

const GENERATED = [
  // React's `useId`, in the three spellings it had: `:r1:`, `«r1»`, `_r_1_`.
  /:[rRS]\w*:|«\w+»|_r_\w+_/,
  // Component libraries, each with a counter or a random part of its own.
  /^(?:radix|reka|headlessui|melt|bits|mantine|react-aria|rac|downshift|tippy|popper|floating-ui|base-ui|ariakit|primevue|pv_id|v-\d|input-v-\d|el-id|rc[_-]|cdk|mat-|p-|ngb|ng-|ember|__BVID__|svelte-|chakra|zag|kobalte|formkit|uid|uuid|guid|auto|gen)[-_:]?.*\d/i,
  /^(?:mui|mat|ext-gen|yui_|gwt-uid|aria|id|el|item|node|field|input|select|control|checkbox|radio|menu|listbox|option|popover|dialog|tooltip|tab|panel)[-_:]?\d+$/i,
  // Random parts: UUIDs, hashes, moments, long numbers.
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i,
  /\d{4,}/,
  /(?:^|[-_:.])(?=[a-z]*\d)[0-9a-f]{6,}(?:$|[-_:.])/i,
  /(?:^|[-_:./])(?=[a-z0-9]*[a-z]\d+[a-z])[a-z0-9]{6,}(?:$|[-_:./?#])/i,
  /(?:^|[-_:.])(?=[a-zA-Z0-9]*[a-z][A-Z0-9][a-z][A-Z0-9])[a-zA-Z0-9]{6,}$/,
];

/** A number in it may be a place in a list, or the key of a record. */
const NUMBERED = /\d/;

/** Where an id, or a test id, seems to come from. */
export function originOfId(id: string): IdOrigin {
  for (let index = 0; index < GENERATED.length; index += 1) {
    const pattern = GENERATED[index];
    if (pattern !== undefined && execute(pattern, id) !== null) return 'generated';
  }
  return execute(NUMBERED, id) === null ? 'written' : 'numbered';
}
