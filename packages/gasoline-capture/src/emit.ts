/** Completes events with their identity and hands them on as JSON. */

import type {
  ActionEvent,
  ConsoleEvent,
  DocumentEvent,
  DomSnapshot,
  Enrichment,
  ExceptionEvent,
  Identity,
  LongTaskEvent,
  NetworkBodyEvent,
  NetworkErrorEvent,
  PerformanceSnapshot,
  ResourceEvent,
  StorageWriteEvent,
  ViolationEvent,
  WebSocketEvent,
} from 'gasoline-wire';
import type { Route } from 'gasoline-wire/route';

import type { Env } from './env.ts';
import type { HeldEntries, Pass } from './held.ts';
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
  | LongTaskEvent
  | NetworkBodyEvent
  | NetworkErrorEvent
  | PerformanceEvent
  | ResourceEvent
  | StorageWriteEvent
  | ViolationEvent
  | WebSocketEvent;

/** An event before it is given its identity. */
export type Unidentified<Event> = Event extends unknown ? Draft<Omit<Event, keyof Identity>> : never;

/** Which entry was sent: for `amend`. */
export interface EntryName {
  readonly page: string;
  readonly eventId: string;
}

/** Sends one event on its way. */
export type Emit = (route: Route, event: Unidentified<CapturedEvent>) => EntryName;

/** Fields for an entry that was sent before; the type only tells which kind it is. More would make it an entry of its own. */
export type Amendment = Readonly<Record<`_${string}`, Encodable>> & {
  readonly type?: string;
  readonly enrichment?: Enrichment;
};

/** Adds `_…` fields, or how far enrichment has come, to an entry that was sent before; the server merges them into it. */
export type Amend = (route: Route, name: EntryName, fields: Amendment) => void;

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
export function createEmit(
  env: Env,
  batches: Batches,
  identity: PageIdentity,
  held?: HeldEntries,
): { emit: Emit; amend: Amend } {
  const { session, tab, frame, testId } = identity;
  let { document } = env.window;
  let page = env.newId();
  let count = 0;
  // Only two fields differ from entry to entry, and neither needs escaping: the rest is written once for each page.
  const before = (): string => encodeFields({ session, tab, page, frame });
  const after = testId === undefined ? '' : `,${encodeFields({ test_id: testId })}`;
  let pageFields = before();
  const pass = numberedPassage(batches);

  const emit: Emit = (route, event) => {
    if (document !== env.window.document) {
      document = env.window.document;
      page = env.newId();
      pageFields = before();
      count = 0;
    }
    count += 1;
    const eventId = `${page}-${count}`;
    const start = `{${encodeFields(event)},${pageFields}`;
    const end = `"eventId":"${eventId}"${after}}`;
    if (held?.isHolding() === true) held.add({ route, event, page, start, end }, pass);
    else pass(route, page, start, end);
    return { page, eventId };
  };
  const amend: Amend = (route, name, fields) => {
    const own = { session, tab, page: name.page, frame, eventId: name.eventId, test_id: testId };
    const start = `{${encodeFields(fields)}`;
    const end = `${encodeFields(own)}}`;
    if (held?.isHolding() === true) held.add({ route, event: fields, page: undefined, start, end }, pass);
    else pass(route, undefined, start, end);
  };
  return { emit, amend };
}

/**
 * Gives entries their number and lets them go. Numbered here rather than where they arise: what is held back and then
 * not wanted must not look like something that was lost.
 */
function numberedPassage(batches: Batches): Pass {
  let numbered = '';
  let n = 0;
  return (route, page, start, end, lostBefore = 0) => {
    if (page === undefined) {
      // A patch is not a further entry, and has no number.
      batches.add(route, `${start},${end}`);
      return;
    }
    if (page !== numbered) {
      numbered = page;
      n = 0;
    }
    n += 1 + lostBefore;
    batches.add(route, `${start},"n":${n},${end}`);
  };
}
