/** Requests and sockets, as far as the code that asked for them is concerned. */

import { identityOf, parsed, textOf } from './error-entry.ts';
import type { Frame } from './frame.ts';
import { parseStack } from './stack.ts';

/** A request or a socket whose asker is known. */
export interface InitiatedEntry {
  readonly page: string;
  /** The document. */
  readonly url: string;
  readonly frame: Frame;
  /** Whether it is worth fetching something for. */
  readonly hasFailed: boolean;
  readonly identity: Readonly<Record<string, unknown>>;
}

/** Reads an entry; undefined where nothing asked for it, or nothing follows from that. */
export function readInitiator(text: string): InitiatedEntry | undefined {
  if (!text.includes('"initiator":"')) return undefined;
  const entry = parsed(text);
  const { eventId, type, status, event } = entry;
  const [frame] = parseStack(`    at ${textOf(entry['initiator'])}`);
  if (typeof eventId !== 'string' || frame === undefined) return undefined;
  const isRefused = typeof status === 'number' && (status === 0 || status >= 400);
  return {
    page: textOf(entry['page']),
    url: textOf(entry['pageUrl']),
    frame,
    hasFailed: type === 'network' || isRefused || event === 'connecting',
    identity: identityOf(entry),
  };
}
