/** Whether a page has workers, in which nothing of ours runs. */

import type { Env } from './env.ts';
import { platformOf } from './platform.ts';
import { execute } from './primordials.ts';

/** The script of a worker is the only one for which the browser names nobody who asked. */
const SCRIPT = /\.[cm]?[jt]sx?(?:[?#]|$)/;

/** Whether a resource is the script of a worker. */
export function isWorkerScript({ initiatorType, name, responseStatus }: PerformanceResourceTiming): boolean {
  return initiatorType === 'other' && responseStatus < 400 && execute(SCRIPT, name) !== null;
}

/** Whether a service worker answers the requests of a document. */
export function hasServiceWorker({ window }: Env): boolean {
  const { getter } = platformOf(window);
  try {
    const container = getter('Navigator', 'serviceWorker')(window.navigator);
    return getter('ServiceWorkerContainer', 'controller')(container) !== null;
  } catch {
    // A document that may not have any.
    return false;
  }
}
