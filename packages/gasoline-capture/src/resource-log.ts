/** The resources a window loads: the browser's list of them, watched once for all who want to know. */

import { watchLoads } from './documents.ts';
import type { Env } from './env.ts';
import { isOwnTraffic } from './own-traffic.ts';
import type { Uninstall } from './patch.ts';
import { append } from './primordials.ts';
import type { CurrentSettings } from './settings.ts';
import { isResource } from './timeline.ts';
import type { Observation } from './timeline.ts';

/** Takes resources as they come, each once; those of our own traffic are left out. */
export type ResourceWatcher = (resources: readonly PerformanceResourceTiming[]) => void;

/** Who wants to know of resources. */
export interface ResourceLog {
  readonly watch: (watcher: ResourceWatcher) => Observation;
}

/** A page that has not loaded by then is watched while it goes on loading. */
const LOADING_MS = 3000;

/**
 * The log of one window. While its page loads nothing of ours runs: the browser keeps the first 250 resources by itself,
 * and they are read when the page has loaded and come to rest. Watching begins sooner if the page is about to empty that
 * list or has filled it; the few that come while it overflows are not seen.
 */
export function createResourceLog(env: Env, settings: CurrentSettings): ResourceLog {
  let watchers: readonly ResourceWatcher[] = [];
  let observation: Observation | undefined;
  let stops: readonly Uninstall[] = [];

  const handOver = (entries: readonly PerformanceEntry[]): void => {
    const resources = foreign(entries, settings().ownServer);
    for (let index = 0; index < watchers.length; index += 1) watchers[index]?.(resources);
  };
  const begin = (): void => {
    observation ??= env.timeline.observe('resource', handOver);
  };
  const arm = (): void => {
    stops = [
      env.timeline.beforeForgetting(begin),
      env.after(LOADING_MS, begin),
      watchLoads(env, () => {
        env.whenIdle(begin);
      }),
    ];
  };
  const disarm = (): void => {
    stops.forEach((stop) => {
      stop();
    });
    observation?.stop();
    observation = undefined;
  };
  return {
    watch(watcher) {
      if (watchers.length === 0) arm();
      watchers = [...watchers, watcher];
      return {
        catchUp() {
          begin();
          observation?.catchUp();
        },
        stop() {
          watchers = watchers.filter((other) => other !== watcher);
          if (watchers.length === 0) disarm();
        },
      };
    },
  };
}

function foreign(
  entries: readonly PerformanceEntry[],
  ownServer: string | undefined,
): readonly PerformanceResourceTiming[] {
  const resources: PerformanceResourceTiming[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index];
    if (isResource(entry) && !isOwnTraffic(entry.name, ownServer)) append(resources, entry);
  }
  return resources;
}
