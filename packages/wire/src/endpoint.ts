/**
 * Where entries are posted, and how they travel there.
 *
 * They travel as lines: one JSON object a line, a comma at the end of all but the last. That is the inside of a JSON
 * array, and as JSON text holds no raw line break, whoever passes entries on can split and join them unread.
 */

/** Between two entries. */
export const ENTRY_SEPARATOR = ',\n';

/** A route of the server that takes entries in batches. */
export type Endpoint =
  '/logs' | '/websocket-events' | '/network-bodies' | '/enhanced-actions' | '/dom-snapshots';

/** The array each endpoint expects in its body. */
const FIELDS: Readonly<Record<Endpoint, string>> = {
  '/logs': 'entries',
  '/websocket-events': 'events',
  '/network-bodies': 'bodies',
  '/enhanced-actions': 'actions',
  '/dom-snapshots': 'snapshots',
};

/** Whether a path takes entries. */
export function isEndpoint(path: string): path is Endpoint {
  return Object.hasOwn(FIELDS, path);
}

/** The body of a post around lines of entries. */
export function bodyOf(endpoint: Endpoint, lines: string): string {
  return `{"${FIELDS[endpoint]}":[${lines}]}`;
}
