/** Names a frame by its place in the tree: `0` is the top frame, `0.1` its second child. */

import type { PageWindow } from 'gasoline-capture';

/** Works across origins: windows may always be compared and counted. */
export function framePath(window: PageWindow): string {
  let path = '';
  let frame: Window = window;
  while (frame !== frame.parent) {
    path = `.${indexAmongSiblings(frame)}${path}`;
    frame = frame.parent;
  }
  return `0${path}`;
}

function indexAmongSiblings(frame: Window): number {
  const siblings = frame.parent;
  for (let index = 0; index < siblings.length; index += 1) {
    if (siblings[index] === frame) return index;
  }
  return siblings.length;
}
