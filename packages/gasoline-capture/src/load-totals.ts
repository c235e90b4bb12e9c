/** What a document loaded and how long it kept the main thread, summed up as it happens. */

import type { LongTasks, NetworkTotals, ResourceTotals, SlowRequest } from 'gasoline-wire';

import type { Env } from './env.ts';
import { inTenths } from './navigation-timing.ts';
import type { Uninstall } from './patch.ts';
import { append, max, slice } from './primordials.ts';
import type { ResourceLog } from './resource-log.ts';
import { resourceTypeOf } from './resource-type.ts';

/** Sums of one document. */
export interface LoadTotals {
  readonly read: () => { network: NetworkTotals; longTasks: LongTasks };
  readonly stop: Uninstall;
}

/** A task longer than this makes the user wait. */
const LONG_TASK_MS = 50;

const MAX_SLOWEST = 3;

/** Keeps the snapshot below 4 KB. */
const MAX_URL_CHARACTERS = 500;

/**
 * Sums up the document of a window; the empty one before it loads nothing. Counted as they come rather than read at
 * the end: the browser's own list ends at 250, and the page may clear it.
 */
export function createLoadTotals(
  { timeline }: Env,
  log: ResourceLog,
  onTask: (duration: number) => void,
): LoadTotals {
  const network = emptyNetwork();
  const longTasks = emptyTasks();

  const resources = log.watch((entries) => {
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry !== undefined) addResource(network, entry);
    }
  });
  const tasks = timeline.observe('longtask', (entries) => {
    for (let index = 0; index < entries.length; index += 1) {
      const duration = entries[index]?.duration ?? 0;
      addTask(longTasks, duration);
      onTask(duration);
    }
  });
  return {
    read() {
      resources.catchUp();
      tasks?.catchUp();
      return { network, longTasks };
    },
    stop() {
      resources.stop();
      tasks?.stop();
    },
  };
}

function emptyNetwork(): NetworkTotals {
  return { requestCount: 0, transferSize: 0, decodedSize: 0, byType: emptyTypes(), slowestRequests: [] };
}

function emptyTypes(): ResourceTotals {
  const none = { count: 0, size: 0 };
  return {
    script: { ...none },
    style: { ...none },
    image: { ...none },
    font: { ...none },
    fetch: { ...none },
    other: { ...none },
  };
}

function emptyTasks(): LongTasks {
  return { count: 0, totalBlockingTime: 0, longest: 0 };
}

function addResource(network: NetworkTotals, entry: PerformanceResourceTiming): void {
  const { duration, transferSize } = entry;
  network.requestCount += 1;
  network.transferSize += transferSize;
  network.decodedSize += entry.decodedBodySize;
  const total = network.byType[resourceTypeOf(entry)];
  total.count += 1;
  total.size += transferSize;
  // Most are not among the slowest.
  if (duration <= (network.slowestRequests[MAX_SLOWEST - 1]?.duration ?? -1)) return;
  const request = {
    url: slice(entry.name, 0, MAX_URL_CHARACTERS),
    duration: inTenths(duration),
    size: transferSize,
  };
  network.slowestRequests = withRequest(network.slowestRequests, request);
}

/** The slowest first; of equals the earlier. */
function withRequest(slowest: readonly SlowRequest[], request: SlowRequest): SlowRequest[] {
  const merged: SlowRequest[] = [];
  let isPlaced = false;
  for (let index = 0; index < slowest.length && merged.length < MAX_SLOWEST; index += 1) {
    const other = slowest[index];
    if (other === undefined) continue;
    if (!isPlaced && request.duration > other.duration) {
      append(merged, request);
      isPlaced = true;
    }
    if (merged.length < MAX_SLOWEST) append(merged, other);
  }
  if (!isPlaced && merged.length < MAX_SLOWEST) append(merged, request);
  return merged;
}

function addTask(tasks: LongTasks, duration: number): void {
  tasks.count += 1;
  tasks.totalBlockingTime = inTenths(tasks.totalBlockingTime + max(duration - LONG_TASK_MS, 0));
  tasks.longest = max(tasks.longest, duration);
}
