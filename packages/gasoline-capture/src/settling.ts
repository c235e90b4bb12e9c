/**
 * What the user is in the middle of: a field being typed in, a pane being scrolled.
 *
 * Each is reported once, when it has rested or when anything else happens that must stand after it.
 */

import type { Env } from './env.ts';
import { append } from './primordials.ts';

/** What a report is about: a field that is typed in also scrolls, and neither replaces the other. */
export type Topic = 'typing' | 'choice' | 'scroll' | 'link' | 'address' | 'keys';

/** Reports that wait for their subject to come to rest. */
export interface Settling {
  /** Keeps a report on a topic about `subject` back, in place of the one before it; it becomes the latest. */
  hold(topic: Topic, subject: object, report: () => void, restMilliseconds?: number): void;
  /** Whether a report waits. */
  isHeld(topic: Topic, subject: object): boolean;
  /** Sends the report about one subject, if one waits. */
  release(topic: Topic, subject: object): void;
  /** Lets everything go, oldest first. */
  releaseAll(): void;
}

/** How long is rest, unless the subject has its own measure. */
const REST_MS = 500;

/** For typing, and for what apps do in step with it: people stop to think while they type. */
export const TYPING_REST_MS = 1000;

interface Held {
  readonly topic: Topic;
  readonly subject: object;
  readonly report: () => void;
  readonly cancel: () => void;
}

/** The settling of one window. */
export function createSettling(env: Pick<Env, 'after' | 'releases'>): Settling {
  let held: Held[] = [];

  const isAbout = (item: Held, topic: Topic, subject: object): boolean =>
    item.subject === subject && item.topic === topic;
  const take = (topic: Topic, subject: object): Held | undefined => {
    const others: Held[] = [];
    let taken: Held | undefined;
    for (let index = 0; index < held.length; index += 1) {
      const item = held[index];
      if (item === undefined) continue;
      if (isAbout(item, topic, subject)) taken = item;
      else append(others, item);
    }
    held = others;
    taken?.cancel();
    return taken;
  };
  const release: Settling['release'] = (topic, subject) => {
    take(topic, subject)?.report();
  };
  const hold: Settling['hold'] = (topic, subject, report, restMilliseconds = REST_MS) => {
    // Before the one in its place goes, so that a watcher of what is kept is not called with every key.
    const letGo = env.releases.keep();
    take(topic, subject);
    const stopTimer = env.after(restMilliseconds, () => {
      release(topic, subject);
    });
    const cancel = (): void => {
      stopTimer();
      letGo();
    };
    append(held, { topic, subject, report, cancel });
  };
  const isHeld: Settling['isHeld'] = (topic, subject) => {
    for (let index = 0; index < held.length; index += 1) {
      const item = held[index];
      if (item !== undefined && isAbout(item, topic, subject)) return true;
    }
    return false;
  };
  const releaseAll = (): void => {
    while (held[0] !== undefined) release(held[0].topic, held[0].subject);
  };
  return { hold, isHeld, release, releaseAll };
}
