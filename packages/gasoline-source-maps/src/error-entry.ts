/** Log entries, as far as their errors are concerned. */

import { parseStack } from './stack.ts';
import type { Frame } from './frame.ts';

/** An error that may be told more about. */
export interface ErrorEntry {
  readonly kind: 'error';
  /** How it was told: frameworks print an error and let it go on as well. */
  readonly type: string;
  readonly eventId: string;
  /** More was promised. */
  readonly isPending: boolean;
  readonly page: string;
  readonly url: string;
  /** Type and text. */
  readonly message: string;
  readonly frames: readonly Frame[];
  /** Members by which the server knows whose entry it is. */
  readonly identity: Readonly<Record<string, unknown>>;
}

/** What a page itself adds to an error it sent. */
export interface PageAmendment {
  readonly kind: 'amendment';
  readonly eventId: string;
  /** Where the element was made that a warning is about. */
  readonly elementFrames: readonly Frame[];
  /** Why the page says that there is no source. */
  readonly reason: string | undefined;
}

const IDENTITY = ['session', 'tab', 'page', 'frame', 'eventId', 'test_id'];

/** Members by name. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an entry; undefined where it is neither. Most are not, and need not be parsed to see that. */
export function readEntry(text: string): ErrorEntry | PageAmendment | undefined {
  const isAmendment = text.includes('"_aiContext"');
  if (!isAmendment && !text.includes('"level":"error"')) return undefined;
  const entry = parsed(text);
  const { eventId } = entry;
  if (typeof eventId !== 'string') return undefined;
  const context = entry['_aiContext'];
  if (isAmendment && isObject(context)) return pageAmendment(eventId, context);
  const stack = stackOf(entry);
  const frames = stack === undefined ? placeOf(entry) : parseStack(stack.text, stack.message);
  const isPending = entry['enrichment'] === 'pending';
  if (entry['level'] !== 'error' || (stack === undefined && frames.length === 0 && !isPending))
    return undefined;
  return {
    kind: 'error',
    type: textOf(entry['type']),
    eventId,
    isPending,
    page: textOf(entry['page']),
    url: textOf(entry['url']),
    message: textOf(entry['message']),
    frames,
    identity: identityOf(entry),
  };
}

function pageAmendment(eventId: string, { elementStack, missing }: JsonObject): PageAmendment {
  const reason = isObject(missing) ? textOf(missing['sourceSnippets']) : '';
  const elementFrames = parseStack(textOf(elementStack));
  return { kind: 'amendment', eventId, elementFrames, reason: reason === '' ? undefined : reason };
}

/** The members by which the server knows whose entry it is. */
export function identityOf(entry: JsonObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(IDENTITY.flatMap((name) => (name in entry ? [[name, entry[name]]] : [])));
}

/** What the browser's event says of an error without a stack: a text that was thrown, an error of a worker, a violation. */
function placeOf({ type, filename, lineno, colno }: JsonObject): Frame[] {
  if (type !== 'exception' && type !== 'violation') return [];
  if (typeof filename !== 'string' || typeof lineno !== 'number') return [];
  const column = typeof colno === 'number' ? Math.max(1, colno) : 1;
  return parseStack(`    at ${filename}:${lineno}:${column}`);
}

interface Stack {
  readonly text: string;
  readonly message: string;
}

/** Of an exception its own; of a console line that of the first error among its arguments. */
function stackOf(entry: JsonObject): Stack | undefined {
  const { type, args } = entry;
  if (type === 'exception') return stackIn(entry);
  if (type !== 'console' || !Array.isArray(args)) return undefined;
  for (const value of args) {
    const stack = isObject(value) ? stackIn(value) : undefined;
    if (stack !== undefined) return stack;
  }
  return undefined;
}

function stackIn({ stack, message }: JsonObject): Stack | undefined {
  return typeof stack === 'string' && stack !== '' ? { text: stack, message: textOf(message) } : undefined;
}

/** An entry as an object; one without members where it is none. */
export function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text as it is, anything else as nothing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
