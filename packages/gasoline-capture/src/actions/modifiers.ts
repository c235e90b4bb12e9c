/** Keys that mean nothing alone and change what another key, or a click, does. */

import type { Modifier } from 'gasoline-wire';

import { append } from '../primordials.ts';

/** Those held down during an event; undefined where there are none. */
export function modifiersOf(event: MouseEvent | KeyboardEvent): Modifier[] | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  const held: Modifier[] = [];
  if (altKey) append(held, 'Alt');
  if (ctrlKey) append(held, 'Control');
  if (metaKey) append(held, 'Meta');
  if (shiftKey) append(held, 'Shift');
  return held.length === 0 ? undefined : held;
}
