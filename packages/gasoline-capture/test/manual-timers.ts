/** Timers that move only when a test says so. */

import type { Timers } from '../src/timers.ts';

interface Waiting {
  readonly at: number;
  readonly task: () => void;
}

/** Timers, and the function that lets time pass. Idle moments come at once when time passes. */
export function manualTimers(): { timers: Timers; pass(milliseconds: number): void } {
  let now = 0;
  let waiting: readonly Waiting[] = [];
  const after: Timers['after'] = (milliseconds, task) => {
    const item = { at: now + milliseconds, task };
    waiting = [...waiting, item];
    return () => {
      waiting = waiting.filter((other) => other !== item);
    };
  };
  const next = (until: number): Waiting | undefined =>
    waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
  return {
    timers: { after, whenIdle: (task) => after(0, task) },
    pass(milliseconds) {
      const until = now + milliseconds;
      for (let item = next(until); item !== undefined; item = next(until)) {
        const { at, task } = item;
        waiting = waiting.filter((other) => other !== item);
        now = at;
        task();
      }
      now = until;
    },
  };
}
