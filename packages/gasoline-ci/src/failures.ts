/** Beacons that did not arrive. The page is not told of them, but the browser notes how each request ended. */

import { indexOf } from 'gasoline-capture';
import type { Env, Uninstall } from 'gasoline-capture';

/** Calls back when a beacon to the server had no answer. */
export function watchFailures(env: Env, server: string, react: () => void): Uninstall {
  const observation = env.timeline.observe('resource', (entries) => {
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (!isResource(entry) || entry.initiatorType !== 'beacon' || entry.responseStatus !== 0) continue;
      if (indexOf(entry.name, `${server}/`) === 0) {
        react();
        return;
      }
    }
  });
  return () => observation?.stop();
}

function isResource(entry: PerformanceEntry | undefined): entry is PerformanceResourceTiming {
  return entry?.entryType === 'resource';
}
