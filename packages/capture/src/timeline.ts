/** The browser's performance timeline, read without leaving anything in it. */

import { isCallable } from './callable.ts';
import type { PageWindow } from './page-window.ts';
import type { Uninstall } from './patch.ts';
import { apply, getOwnPropertyDescriptor } from './primordials.ts';
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
export function createTimeline(window: PageWindow): Timeline {
  const { performance } = window;
  const { Performance, PerformanceObserver, PerformanceObserverEntryList } = window;
  if (!isCallable(getOwnPropertyDescriptor(window, 'PerformanceObserver')?.value))
    return withoutObservers(window);
  const { now } = Performance.prototype;
  const getEntriesByType: (type: string) => PerformanceEntry[] = Performance.prototype.getEntriesByType;
  const { getEntries } = PerformanceObserverEntryList.prototype;
  const { observe, disconnect, takeRecords } = PerformanceObserver.prototype;
  const known = PerformanceObserver.supportedEntryTypes;
  return {
    now: () => apply(now, performance, []),
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
  };
}

function withoutObservers({ performance, Performance }: PageWindow): Timeline {
  const { now } = Performance.prototype;
  return { now: () => apply(now, performance, []), entries: () => [], observe: () => undefined };
}
