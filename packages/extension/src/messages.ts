/** What the parts of the extension say to each other. */

import { isEndpoint } from 'wire/endpoint';
import type { Endpoint } from 'wire/endpoint';

/** Name of the port from a relay to the worker. */
export const RELAY_PORT = 'relay';

/** From a relay to the worker. */
export interface RelayMessage {
  readonly kind: 'entries';
  readonly endpoint: Endpoint;
  /** One entry a line, see `wire/endpoint`. */
  readonly lines: string;
}

/** Reads what arrived on a relay's port. */
export function isRelayMessage(message: unknown): message is RelayMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    message.kind === 'entries' &&
    'endpoint' in message &&
    typeof message.endpoint === 'string' &&
    isEndpoint(message.endpoint) &&
    'lines' in message &&
    typeof message.lines === 'string'
  );
}
