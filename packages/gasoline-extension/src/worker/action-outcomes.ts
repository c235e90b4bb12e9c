/** Waits until a page says what became of an action, so that only what changed it is pictured. */

import type { Route } from 'gasoline-wire/route';

import { outcomeOf } from './entry.ts';

/** Pages give up on a click after three seconds and on a form after five. */
const LONGEST_MS = 6000;

/** Effects that leave the page as it looked. */
const UNSEEN: readonly unknown[] = [
  ...['none', 'clipboard', 'dialog', 'download', 'focus'],
  ...['message', 'print', 'scroll', 'selection', 'window'],
];

/** Actions that wait to be heard of. */
export class ActionOutcomes {
  readonly #sleep: (milliseconds: number) => Promise<void>;
  readonly #waiting = new Map<string, (effect: unknown) => void>();

  constructor(sleep: (milliseconds: number) => Promise<void>) {
    this.#sleep = sleep;
  }

  /** Whether an action may have changed what is seen: true as well where nobody can tell. */
  async mayBeSeen(eventId: string): Promise<boolean> {
    const effect = new Promise<unknown>((resolve) => {
      this.#waiting.set(eventId, resolve);
    });
    const seen = await Promise.race([effect, this.#sleep(LONGEST_MS)]);
    this.#waiting.delete(eventId);
    return !UNSEEN.includes(seen);
  }

  /** Takes what entries say of earlier actions. */
  hear(route: Route, entries: readonly string[]): void {
    if (route !== '/enhanced-actions' || this.#waiting.size === 0) return;
    for (const entry of entries) {
      const outcome = outcomeOf(entry);
      if (outcome !== undefined) this.#waiting.get(outcome.eventId)?.(outcome.effect);
    }
  }
}
