/** Completes events with their identity and hands them on as JSON. */

import type { ConsoleEvent, ExceptionEvent, Identity } from 'wire';
import type { Endpoint } from 'wire/endpoint';

import type { Env } from './env.ts';
import { encodeFields } from './json.ts';
import type { Draft } from './json.ts';
import type { Batches } from './sink.ts';

/** Every event this library captures. */
export type CapturedEvent = ConsoleEvent | ExceptionEvent;

/** An event before it is given its identity. */
export type Unidentified<Event> = Event extends unknown ? Draft<Omit<Event, keyof Identity>> : never;

/** Sends one event on its way. */
export type Emit = (endpoint: Endpoint, event: Unidentified<CapturedEvent>) => void;

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
export function createEmit(env: Env, batches: Batches, identity: PageIdentity): Emit {
  const { session, tab, frame, testId } = identity;
  let { document } = env.window;
  let page = env.newId();
  let n = 0;
  return (endpoint, event) => {
    if (document !== env.window.document) {
      document = env.window.document;
      page = env.newId();
      n = 0;
    }
    n += 1;
    const own = { session, tab, page, frame, n, eventId: `${page}-${n}`, test_id: testId };
    batches.add(endpoint, `{${encodeFields(event)},${encodeFields(own)}}`);
  };
}
