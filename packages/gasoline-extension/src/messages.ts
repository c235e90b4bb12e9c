/** What the parts of the extension say to each other. Whatever arrives is checked: it crossed a process. */

import { isRoute } from 'gasoline-wire/route';
import type { Route } from 'gasoline-wire/route';

import type { Sifting } from './channel.ts';

/** Name of the port from a relay to the worker. */
export const RELAY_PORT = 'relay';

/** From a relay to the worker: first on each port which document it is, then entries, or that a server is missed. */
export type RelayMessage = DocumentMessage | EntriesMessage | SeekMessage;

/** Somebody looks at a captured page, and no server is known: look for one. */
export interface SeekMessage {
  readonly kind: 'seek';
}

/** Which document a relay speaks for. */
export interface DocumentMessage {
  readonly kind: 'document';
  /** Its address when it began. */
  readonly url: string;
  /** The address by which its site is known, see `addressOf`. */
  readonly site?: string | undefined;
}

/** Entries on their way. */
export interface EntriesMessage {
  readonly kind: 'entries';
  /** Counted by the relay; sent again after a worker's death under the same number. */
  readonly id: number;
  readonly route: Route;
  /** One entry a line, see `wire/route`. */
  readonly lines: string;
  readonly sifting: Sifting;
  /** Characters the relay keeps until the worker says that they are safe. */
  readonly held: number;
}

/** How short of memory the extension is. */
export type Pressure = 'none' | 'soft' | 'hard';

/** From the worker to a relay. */
export type WorkerMessage =
  /** Everything up to a message is with the server, or in storage. */
  | { readonly kind: 'safe'; readonly id: number }
  | { readonly kind: 'pressure'; readonly pressure: Pressure }
  /** Whether there is a server. */
  | { readonly kind: 'link'; readonly isConnected: boolean };

/** From the popup or the options page to the worker. */
export type Request =
  | { readonly kind: 'status'; readonly tab: number | undefined }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'debug log' };

/** From the popup to the relay of a page: is it captured now? */
export const PRESENCE = 'gasoline:presence';

/** Reads what arrived on a relay's port. */
export function isRelayMessage(message: unknown): message is RelayMessage {
  if (!isObject(message)) return false;
  if (message['kind'] === 'seek') return true;
  if (message['kind'] === 'document') return isDocument(message);
  const { kind, id, route, lines, sifting, held } = message;
  return (
    kind === 'entries' &&
    typeof id === 'number' &&
    typeof route === 'string' &&
    isRoute(route) &&
    typeof lines === 'string' &&
    (sifting === 'sifted' || sifting === 'unsifted') &&
    typeof held === 'number'
  );
}

/** Reads what arrived from the worker. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  if (!isObject(message)) return false;
  if (message['kind'] === 'safe') return typeof message['id'] === 'number';
  if (message['kind'] === 'link') return typeof message['isConnected'] === 'boolean';
  const { kind, pressure } = message;
  return kind === 'pressure' && (pressure === 'none' || pressure === 'soft' || pressure === 'hard');
}

/** Reads what a page of the extension asks. */
export function isRequest(message: unknown): message is Request {
  if (!isObject(message)) return false;
  const { kind, tab } = message;
  if (kind === 'status') return tab === undefined || typeof tab === 'number';
  return kind === 'reconnect' || kind === 'cleared' || kind === 'debug log';
}

function isDocument({ url, site }: Readonly<Record<string, unknown>>): boolean {
  return typeof url === 'string' && (site === undefined || typeof site === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
