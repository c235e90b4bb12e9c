/** Entries as the worker handles them: JSON text, read only where something must be known or changed. */

import { isWanted, sanitisedHeaders } from 'gasoline-capture';
import type { Settings } from 'gasoline-capture';
import type { ResponseHeaders } from 'gasoline-wire';
import { ENTRY_SEPARATOR } from 'gasoline-wire/route';
import type { Route } from 'gasoline-wire/route';

/** What only the browser knows for certain. */
export interface Sender {
  readonly session: string;
  readonly tab: string;
  readonly frame: string;
}

/** The entries of a batch, each with who sent it. */
export function identified(lines: string, sender: Sender): string[] {
  const identity = JSON.stringify(sender).slice(0, -1);
  // The members of one JSON object in front of another's, both known not to be empty, without reading them.
  return lines.split(ENTRY_SEPARATOR).map((entry) => `${identity},${entry.slice(1)}`);
}

/** Only what the settings want; for entries that left the page before it knew them. */
export function sifted(route: Route, lines: string, settings: Settings): string {
  const entries = lines.split(ENTRY_SEPARATOR);
  return entries.filter((entry) => isWanted(route, parsed(entry), settings)).join(ENTRY_SEPARATOR);
}

/** Whether an entry counts as an error, and how much the page wants told with it. */
export interface ErrorFacts {
  readonly isError: boolean;
  /** Characters of `_context`. */
  readonly context: number;
}

/** Looks at a log entry. Most are no errors and need not be parsed to see that. */
export function errorFacts(entry: string): ErrorFacts {
  if (!entry.includes('"level":"error"')) return { isError: false, context: 0 };
  const { level, _context: context } = parsed(entry);
  return {
    isError: level === 'error',
    context: context === undefined ? 0 : JSON.stringify(context).length,
  };
}

/** Who an entry is, so that others can refer to it. */
export interface EntryName extends Sender {
  readonly eventId: string;
  readonly page: string;
  readonly test_id?: string;
}

/** The name of an entry, if it has one, and its type. */
export function nameOf(entry: string): { readonly type: unknown; readonly name: EntryName | undefined } {
  const { type, eventId, page, session, tab, frame, test_id: test } = parsed(entry);
  if (typeof eventId !== 'string') return { type, name: undefined };
  const sender = { session: String(session), tab: String(tab), frame: String(frame) };
  const name = { ...sender, eventId, page: String(page) };
  return { type, name: typeof test === 'string' ? { ...name, test_id: test } : name };
}

/** What an addition to an action says of it: the action's id and the effect. */
export function outcomeOf(entry: string): { readonly eventId: string; readonly effect: unknown } | undefined {
  if (!entry.includes('"_outcome"')) return undefined;
  const { eventId, _outcome: outcome } = parsed(entry);
  const effect: unknown = Reflect.get(Object(outcome), 'effect');
  return typeof eventId === 'string' ? { eventId, effect } : undefined;
}

const DOCUMENT = '"type":"document"';
const NOT_OBSERVED: ResponseHeaders = 'not_observed';

/** A document's entry with the headers that came with it; any other entry as it is. */
export function withHeaders(
  entry: string,
  headers: () => readonly (readonly [name: string, value: string])[] | undefined,
): string {
  if (!entry.includes(DOCUMENT)) return entry;
  const document = parsed(entry);
  if (document['type'] !== 'document' || document['responseHeaders'] !== NOT_OBSERVED) return entry;
  const observed = headers();
  if (observed === undefined) return entry;
  const responseHeaders: ResponseHeaders = { observed: sanitisedHeaders(observed) };
  return JSON.stringify({ ...document, responseHeaders });
}

/** Our own page script wrote it, so it is an object; anything else is read as one without members. */
function parsed(entry: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(entry);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
