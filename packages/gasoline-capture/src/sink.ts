/**
 * From single entries to batches.
 *
 * Entries of one turn leave together at its end. A batch that is full leaves at once, so nothing is held longer or
 * grows larger than its bound; who cannot pass batches on fast enough drops the oldest, and the gap in `n` shows it.
 */

import { ENTRY_SEPARATOR } from 'gasoline-wire/route';
import type { Route } from 'gasoline-wire/route';

import type { Env } from './env.ts';

/** Takes batches away from the page. */
export interface Sink {
  /** `lines` holds one entry a line, see `wire/route`. The page waits while this runs. */
  send(route: Route, lines: string): void;
  /** Whether entries leave one by one, because the end of the turn will not come; by default they do not. */
  isHurried?(): boolean;
  /** Passes on now what it keeps for a better moment: there may be none. By default it keeps nothing. */
  passOn?(): void;
  /** Capture has ended; nothing more will be sent. */
  close(): void;
}

/** When a batch is full. */
export interface BatchLimits {
  readonly entries: number;
  readonly characters: number;
}

/** Collects entries for a sink. */
export interface Batches {
  add(route: Route, entry: string): void;
  flush(): void;
}

/** Batches that leave by `sink`. */
export function createBatches(env: Env, sink: Sink, limits: BatchLimits): Batches {
  let route: Route = '/logs';
  let lines = '';
  let count = 0;
  let scheduled = false;

  const flush = (): void => {
    if (count === 0) return;
    const batch = lines;
    lines = '';
    count = 0;
    try {
      sink.send(route, batch);
    } catch {
      // Runs in the page's turn: an error would be reported as the page's own.
    }
  };
  const flushLater = (): void => {
    if (scheduled) return;
    scheduled = true;
    env.queueMicrotask(() => {
      scheduled = false;
      flush();
    });
  };
  const add = (target: Route, entry: string): void => {
    // Entries leave in the order they happened, also across routes.
    if (target !== route || lines.length + entry.length > limits.characters) flush();
    route = target;
    lines += count === 0 ? entry : `${ENTRY_SEPARATOR}${entry}`;
    count += 1;
    if (count >= limits.entries || sink.isHurried?.() === true) flush();
    else flushLater();
  };
  return { add, flush };
}
