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
  readonly frames: readonly Frame[];
  /** Members by which the server knows whose entry it is. */
  readonly identity: Readonly<Record<string, unknown>>;
}

/** What a page itself adds to an error it sent. */
export interface PageAmendment {
  readonly kind: 'amendment';
  readonly eventId: string;
}

const IDENTITY = ['session', 'tab', 'page', 'frame', 'eventId', 'test_id'];

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an entry; undefined where it is neither. Most are not, and need not be parsed to see that. */
export function readEntry(text: string): ErrorEntry | PageAmendment | undefined {
  const isAmendment = text.includes('"_aiContext"');
  if (!isAmendment && !text.includes('"level":"error"')) return undefined;
  const entry = parsed(text);
  const { eventId } = entry;
  if (typeof eventId !== 'string') return undefined;
  if (isAmendment && entry['_aiContext'] !== undefined) return { kind: 'amendment', eventId };
  const stack = stackOf(entry);
  const isPending = entry['enrichment'] === 'pending';
  if (entry['level'] !== 'error' || (stack === undefined && !isPending)) return undefined;
  return {
    kind: 'error',
    type: textOf(entry['type']),
    eventId,
    isPending,
    page: textOf(entry['page']),
    url: textOf(entry['url']),
    frames: stack === undefined ? [] : parseStack(stack.text, stack.message),
    identity: Object.fromEntries(IDENTITY.flatMap((name) => (name in entry ? [[name, entry[name]]] : []))),
  };
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

function parsed(text: string): JsonObject {
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
