/** A request's body that is still being read when the request is sent. */

import { append } from '../primordials.ts';

import type { BodyText } from './content.ts';
import type { RequestBody } from './request-body.ts';

/** Whoever reads the body tells it here; undefined where nothing more will be known. */
export type Settle = (body: BodyText | undefined) => void;

/** A body of which only `description` is known until `read` settles it. A `read` that throws settles it too. */
export function lateBody(
  description: BodyText,
  impliedType: string | undefined,
  read: (settle: Settle) => void,
): RequestBody {
  const waiting: (() => void)[] = [];
  let current = description;
  let isKnown = false;
  const settle: Settle = (body) => {
    current = body ?? current;
    isKnown = true;
    for (let index = 0; index < waiting.length; index += 1) waiting[index]?.();
    waiting.length = 0;
  };
  try {
    read(settle);
  } catch {
    // The body stays unknown; the browser has its own words for what is wrong with it.
    settle(undefined);
  }
  return {
    current: () => current,
    isKnown: () => isKnown,
    whenKnown(task) {
      if (isKnown) task();
      else append(waiting, task);
    },
    impliedType,
  };
}
