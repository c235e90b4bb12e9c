/** The frames around the document in which something was done. */

import type { FrameStep } from 'gasoline-wire';

import { boundedUrl } from '../env.ts';
import type { Env } from '../env.ts';
import type { PageWindow } from '../page-window.ts';
import { append } from '../primordials.ts';
import type { Recogniser } from '../selectors/recognised.ts';

const MAX_FRAMES = 10;

/**
 * The way from the top document, outermost frame first; undefined in the top document. Of frames that stand in a document of
 * another origin only the innermost is known, by its name and address.
 */
export function framesAround({ window, dom }: Env, { recognise }: Recogniser): FrameStep[] | undefined {
  const inward: FrameStep[] = [];
  let current = window;
  for (let depth = 0; depth < MAX_FRAMES; depth += 1) {
    const parent = parentOf(current);
    if (parent === undefined) break;
    const element = frameElementOf(current);
    append(inward, {
      locators: element === null ? [] : recognise(element, dom).locators,
      url: boundedUrl(current.location.href),
      ...(current.name !== '' && { name: current.name }),
    });
    // Beyond a document of another origin nothing can be asked.
    if (element === null) break;
    current = parent;
  }
  return inward.length === 0 ? undefined : outermostFirst(inward);
}

function outermostFirst(inward: readonly FrameStep[]): FrameStep[] {
  const outward: FrameStep[] = [];
  for (let index = inward.length - 1; index >= 0; index -= 1) {
    const step = inward[index];
    if (step !== undefined) append(outward, step);
  }
  return outward;
}

/** The window around a frame. */
function parentOf(window: PageWindow): PageWindow | undefined {
  const { parent } = window;
  // What stands in the type of `parent` is true only of windows of the same origin, and only those are asked further.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return parent === window ? undefined : (parent as PageWindow);
}

/** Null where the document around it is of another origin. */
function frameElementOf(window: PageWindow): Element | null {
  try {
    return window.frameElement;
  } catch {
    return null;
  }
}
