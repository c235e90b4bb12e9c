/** A request's body: known when the request is sent, or still being read then. */

import { append } from '../primordials.ts';

import type { BodyText } from './content.ts';

/** A request body. */
export interface RequestBody {
  /** What is known of it now. */
  current(): BodyText;
  /** Whether nothing more will be known of it. */
  isKnown(): boolean;
  /** Runs a task when nothing more will be known of it. */
  whenKnown(task: () => void): void;
  /** The content type the browser adds where the page gave none. */
  readonly impliedType: string | undefined;
}

/** A body known at once. */
export function knownBody(body: BodyText, impliedType?: string): RequestBody {
  return {
    current: () => body,
    isKnown: () => true,
    whenKnown(task) {
      task();
    },
    impliedType,
  };
}

/** The reader of the body reports it here; undefined where nothing more will be known. */
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
