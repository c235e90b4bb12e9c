/**
 * Where entries are posted, and how they travel there.
 *
 * They travel as lines: one JSON object a line, a comma at the end of all but the last. That is the inside of a JSON
 * array, and as JSON text holds no raw line break, a process that passes entries on can split and join them unread.
 */

import { BATCH_ROUTES } from './index.ts';

/** Between two entries. */
export const ENTRY_SEPARATOR = ',\n';

/** A route of the server that takes entries in batches. */
export type Route = keyof typeof BATCH_ROUTES;

/** Whether a path takes entries. */
export function isRoute(path: string): path is Route {
  return Object.hasOwn(BATCH_ROUTES, path);
}

/** The body of a post around lines of entries. */
export function bodyOf(route: Route, lines: string): string {
  return `{"${BATCH_ROUTES[route]}":[${lines}]}`;
}
