/**
 * What the user is in the middle of: a field being typed in, a pane being scrolled.
 *
 * Each is reported once, when it has rested or when anything else happens that must stand after it.
 */

import type { Env } from './env.ts';
import { append } from './primordials.ts';

/** Reports that wait for their subject to come to rest. */
export interface Settling {
  /** Keeps a report about `subject` back, in place of the one before it; it becomes the latest. */
  hold(subject: object, report: () => void, restMilliseconds?: number): void;
  /** Lets the report about one subject go, if one waits. */
  release(subject: object): void;
  /** Lets everything go, oldest first. */
  releaseAll(): void;
}

/** How long is rest, unless the subject has its own measure. */
const REST_MS = 500;

/** For typing, and for what apps do in step with it: people stop to think while they type. */
export const TYPING_REST_MS = 1000;

interface Held {
  readonly subject: object;
  readonly report: () => void;
  readonly cancel: () => void;
}

/** The settling of one window. */
export function createSettling(env: Pick<Env, 'after' | 'releases'>): Settling {
  let held: Held[] = [];

  const take = (subject: object): Held | undefined => {
    const others: Held[] = [];
    let taken: Held | undefined;
    for (let index = 0; index < held.length; index += 1) {
      const item = held[index];
      if (item === undefined) continue;
      if (item.subject === subject) taken = item;
      else append(others, item);
    }
    held = others;
    taken?.cancel();
    return taken;
  };
  const release = (subject: object): void => {
    take(subject)?.report();
  };
  const hold = (subject: object, report: () => void, restMilliseconds = REST_MS): void => {
    // Before the one in its place goes, so that whoever watches what is kept is not called with every key.
    const letGo = env.releases.keep();
    take(subject);
    const stopTimer = env.after(restMilliseconds, () => {
      release(subject);
    });
    const cancel = (): void => {
      stopTimer();
      letGo();
    };
    append(held, { subject, report, cancel });
  };
  const releaseAll = (): void => {
    while (held[0] !== undefined) release(held[0].subject);
  };
  return { hold, release, releaseAll };
}
