/**
 * Everything capture takes from its surroundings: the window, its documents, the clock, timers, ids.
 *
 * Passed in rather than read from globals, so tests stub nothing and samples come out the same every time.
 */

import { createClock } from './clock.ts';
import { createDom } from './dom.ts';
import type { Dom } from './dom.ts';
import { watchLeaving } from './leaving.ts';
import type { Leaving } from './leaving.ts';
import { createListen } from './listen.ts';
import type { Listen } from './listen.ts';
import { createWatchMutations } from './mutations.ts';
import type { WatchMutations } from './mutations.ts';
import type { PageWindow } from './page-window.ts';
import { platformOf } from './platform.ts';
import { apply, dateText, get, slice } from './primordials.ts';
import { createReleases } from './releases.ts';
import type { Releases } from './releases.ts';
import { createWatchRoutes } from './routes.ts';
import type { WatchRoutes } from './routes.ts';
import { createTimeline } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import { createTimers } from './timers.ts';
import type { Timers } from './timers.ts';
import type { WatchVitals } from './vitals.ts';

/** What the instruments may use of the page's surroundings. */
export interface Env extends Timers {
  readonly window: PageWindow;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Unique within a capture session. */
  readonly newId: () => string;
  readonly queueMicrotask: (task: () => void) => void;
  /** Listens on the window, also after `document.open`. */
  readonly listen: Listen;
  /** Watches changes of the address that load nothing. */
  readonly watchRoutes: WatchRoutes;
  readonly leaving: Leaving;
  readonly releases: Releases;
  readonly dom: Dom;
  /** Undefined where the window cannot observe its documents. */
  readonly watchMutations: WatchMutations | undefined;
  readonly timeline: Timeline;
  readonly watchVitals: WatchVitals;
}

/** A `data:` document carries itself in its URL; nobody needs all of it on every entry. */
const MAX_URL_CHARACTERS = 2048;

/** 80 bits: documents of one run do not collide. */
const ID_BYTES = 10;

/** The surroundings of a real page. Call before any page script runs: later, the page may have replaced them. */
export function createEnv(window: PageWindow, watchVitals: WatchVitals): Env {
  const now = createClock(window);
  const queue = window.queueMicrotask;
  const listen = createListen(window);
  const leaving = watchLeaving(window, listen);
  return {
    window,
    now,
    newId: createNewId(window),
    queueMicrotask: (task) => {
      apply(queue, window, [task]);
    },
    listen,
    watchRoutes: createWatchRoutes(window, listen),
    leaving,
    releases: createReleases(),
    dom: createDom(window),
    watchMutations: createWatchMutations(window),
    timeline: createTimeline(window, now),
    watchVitals,
    ...createTimers(window),
  };
}

const HEX_DIGITS = '0123456789abcdef';

/** Not by `crypto.randomUUID`: it exists only in secure contexts, and a developer's http://shop.test is none. */
function createNewId(window: PageWindow): () => string {
  const { Uint8Array } = window;
  const crypto: unknown = get(window, 'crypto');
  const getRandomValues = platformOf(window).method('Crypto', 'getRandomValues');
  const { random } = window.Math;
  return () => {
    const bytes = new Uint8Array(ID_BYTES);
    try {
      getRandomValues(crypto, bytes);
    } catch {
      // Somebody took it away before us. Nobody has to guess these.
      for (let index = 0; index < ID_BYTES; index += 1) bytes[index] = random() * 256;
    }
    return hex(bytes);
  };
}

function hex(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < ID_BYTES; index += 1) {
    const byte = bytes[index] ?? 0;
    text += `${HEX_DIGITS[byte >> 4] ?? ''}${HEX_DIGITS[byte & 15] ?? ''}`;
  }
  return text;
}

const OriginalDate = Date;

/** The time now, or another one, as the wire wants it. */
export function timestamp(env: Env, milliseconds = env.now()): string {
  return dateText(new OriginalDate(milliseconds));
}

/** The document's address now; single-page apps change it. */
export function documentUrl(env: Env): string {
  return boundedUrl(env.window.location.href);
}

/** An address within its bound. */
export function boundedUrl(url: string): string {
  return slice(url, 0, MAX_URL_CHARACTERS);
}
