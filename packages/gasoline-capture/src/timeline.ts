/** The browser's performance timeline, read without leaving anything in it. */

import { isCallable } from './callable.ts';
import type { Clock } from './clock.ts';
import type { PageWindow } from './page-window.ts';
import { observeMethod } from './patch.ts';
import type { Uninstall } from './patch.ts';
import { accepts, numberFrom, platformOf } from './platform.ts';
import { apply, get, isArray } from './primordials.ts';
import { quiet } from './quiet.ts';

/** Entries of one type as they come. */
export interface Observation {
  /** Hands over at once what was noted but not yet handed over. */
  readonly catchUp: () => void;
  readonly stop: Uninstall;
}

/** What may be asked of the timeline. */
export interface Timeline {
  /** Milliseconds since the document's navigation began. */
  readonly now: () => number;
  readonly entries: (type: string) => readonly PerformanceEntry[];
  /** Follows entries, earlier ones included; undefined where the browser does not know the type. */
  readonly observe: (
    type: string,
    react: (entries: readonly PerformanceEntry[]) => void,
  ) => Observation | undefined;
  /** Calls back when the list of resources is full, and before the page empties or shortens it. */
  readonly beforeForgetting: (react: () => void) => Uninstall;
}

/** Whether an entry times the load of a resource. */
export function isResource(entry: PerformanceEntry | undefined): entry is PerformanceResourceTiming {
  return entry?.entryType === 'resource';
}

/** Whether an entry times the load of the document. */
export function isNavigation(entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming {
  return entry?.entryType === 'navigation';
}

/** The timeline of one window. */
export function createTimeline(window: PageWindow, clock: Clock): Timeline {
  const { performance } = window;
  const { Performance, PerformanceObserver, PerformanceObserverEntryList } = window;
  const ownNow = platformOf(window).method('Performance', 'now');
  // Who faked the clock before us left an object of his own.
  if (!accepts(ownNow, performance)) return withoutEntries(sinceNow(clock));
  const now = (): number => numberFrom(ownNow(performance));
  const known: unknown = isCallable(get(window, 'PerformanceObserver'))
    ? PerformanceObserver.supportedEntryTypes
    : undefined;
  if (!isArray(known)) return withoutEntries(now);
  const getEntriesByType: (type: string) => PerformanceEntry[] = Performance.prototype.getEntriesByType;
  const { getEntries } = PerformanceObserverEntryList.prototype;
  const { observe, disconnect, takeRecords } = PerformanceObserver.prototype;
  return {
    now,
    entries: (type) => apply(getEntriesByType, performance, [type]),
    observe(type, react) {
      if (!known.includes(type)) return undefined;
      const handOver = quiet(react);
      const observer = new PerformanceObserver((list) => {
        handOver(apply(getEntries, list, []));
      });
      apply(observe, observer, [{ type, buffered: true }]);
      return {
        catchUp: () => {
          handOver(apply(takeRecords, observer, []));
        },
        stop: () => {
          apply(disconnect, observer, []);
        },
      };
    },
    beforeForgetting: (react) => watchForgetting(window, react),
  };
}

const FULL = 'resourcetimingbufferfull';

const FORGETTING_METHODS = ['clearResourceTimings', 'setResourceTimingBufferSize'];

function watchForgetting(
  { performance, Performance, EventTarget }: PageWindow,
  react: () => void,
): Uninstall {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const listener = quiet(react);
  apply(addEventListener, performance, [FULL, listener]);
  const restores = FORGETTING_METHODS.map((name) =>
    observeMethod(Performance.prototype, name, 'before', react),
  );
  return () => {
    apply(removeEventListener, performance, [FULL, listener]);
    restores.forEach((restore) => {
      restore();
    });
  };
}

function sinceNow(clock: Clock): () => number {
  const begun = clock();
  return () => clock() - begun;
}

function withoutEntries(now: () => number): Timeline {
  return {
    now,
    entries: () => [],
    observe: () => undefined,
    beforeForgetting: () => () => undefined,
  };
}
