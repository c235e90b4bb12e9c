/** Completes events with their identity and hands them on as JSON. */

import type {
  ActionEvent,
  ConsoleEvent,
  DocumentEvent,
  DomSnapshot,
  ExceptionEvent,
  Identity,
  NetworkBodyEvent,
  NetworkErrorEvent,
  PerformanceSnapshot,
  ResourceEvent,
  StorageWriteEvent,
  WebSocketEvent,
} from 'wire';
import type { Endpoint } from 'wire/endpoint';

import type { Env } from './env.ts';
import { encodeFields } from './json.ts';
import type { Draft, Encodable } from './json.ts';
import type { Batches } from './sink.ts';

/** A performance snapshot among other entries says that it is one. */
export type PerformanceEvent = PerformanceSnapshot & { type: 'performance' };

/** Every event this library captures. */
export type CapturedEvent =
  | ActionEvent
  | ConsoleEvent
  | DocumentEvent
  | DomSnapshot
  | ExceptionEvent
  | NetworkBodyEvent
  | NetworkErrorEvent
  | PerformanceEvent
  | ResourceEvent
  | StorageWriteEvent
  | WebSocketEvent;

/** An event before it is given its identity. */
export type Unidentified<Event> = Event extends unknown ? Draft<Omit<Event, keyof Identity>> : never;

/** Which entry was sent: for `amend`. */
export interface EntryName {
  readonly page: string;
  readonly eventId: string;
}

/** Sends one event on its way. */
export type Emit = (endpoint: Endpoint, event: Unidentified<CapturedEvent>) => EntryName;

/** Adds `_…` fields to an entry that was sent before; the server merges them into it. */
export type Amend = (
  endpoint: Endpoint,
  name: EntryName,
  fields: Readonly<Record<`_${string}`, Encodable>> & { readonly type?: string },
) => void;

/** What only the surroundings know about a page. Left out where a receiver adds it later. */
export interface PageIdentity {
  readonly session?: string | undefined;
  readonly tab?: string | undefined;
  readonly frame?: string | undefined;
  readonly testId?: string | undefined;
}

/**
 * The `emit` of one window. A frame's empty first document may hand its window, and us in it, to the document that
 * follows, so the document is looked at each time.
 */
export function createEmit(env: Env, batches: Batches, identity: PageIdentity): { emit: Emit; amend: Amend } {
  const { session, tab, frame, testId } = identity;
  let { document } = env.window;
  let page = env.newId();
  let n = 0;
  // Only two fields differ from entry to entry, and neither needs escaping: the rest is written once for each page.
  const before = (): string => encodeFields({ session, tab, page, frame });
  const after = testId === undefined ? '' : `,${encodeFields({ test_id: testId })}`;
  let pageFields = before();

  const emit: Emit = (endpoint, event) => {
    if (document !== env.window.document) {
      document = env.window.document;
      page = env.newId();
      pageFields = before();
      n = 0;
    }
    n += 1;
    const eventId = `${page}-${n}`;
    batches.add(endpoint, `{${encodeFields(event)},${pageFields},"n":${n},"eventId":"${eventId}"${after}}`);
    return { page, eventId };
  };
  const amend: Amend = (endpoint, name, fields) => {
    // No `n`: a patch is not a further entry, and must not look like one that was lost.
    const own = { session, tab, page: name.page, frame, eventId: name.eventId, test_id: testId };
    batches.add(endpoint, `{${encodeFields(fields)},${encodeFields(own)}}`);
  };
  return { emit, amend };
}
