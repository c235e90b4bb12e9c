/** What a WebSocket message says: text up to 4 KB, binary data by its size and first bytes. */

import { maskText } from '../mask.ts';
import { binaryText } from '../network/content.ts';
import type { PageWindow } from '../page-window.ts';
import { plainText } from '../plain-text.ts';
import { numberFrom, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { apply, BrowserPromise, byteLengthOf, firstBytes, isBytes, slice } from '../primordials.ts';
import { quiet } from '../quiet.ts';

/** A message as it goes into an entry. */
export interface MessageText {
  readonly data: string;
  /** In bytes; of very long text, in characters. */
  readonly size: number;
  readonly truncated: boolean;
}

/** What is known of a message at once, and how to know more. */
export interface MessageDescription {
  readonly text: MessageText;
  /** Reads what cannot be read at once; answers once, undefined where that fails. */
  readonly readLater: ((done: (text: MessageText | undefined) => void) => void) | undefined;
}

/** Describes what a page sent or received. */
export type DescribeMessage = (data: unknown) => MessageDescription;

const MAX_TEXT_CHARACTERS = 4096;

/** Counting the bytes of longer text would cost more than a message may. */
const MAX_COUNTED_CHARACTERS = 65_536;

/** Messages below this size are shown by their first bytes, others only by what tells their format. */
const SMALL_BINARY_BYTES = 256;
const PREVIEW_BYTES = 64;
const MAGIC_BYTES = 8;

const HEX_DIGITS = '0123456789abcdef';

/** The describer of one window. */
export function messageDescriber(window: PageWindow, platform: Platform): DescribeMessage {
  const encoder = new window.TextEncoder();
  const { encode } = window.TextEncoder.prototype;
  const blobSize = platform.getter('Blob', 'size');
  const blobType = platform.getter('Blob', 'type');
  const readStart = blobStartReader(platform);

  const byteCount = (text: string): number =>
    text.length > MAX_COUNTED_CHARACTERS ? text.length : byteLengthOf(apply(encode, encoder, [text]));
  const text = (message: string): MessageText => {
    const truncated = message.length > MAX_TEXT_CHARACTERS;
    const shown = truncated ? slice(message, 0, MAX_TEXT_CHARACTERS) : message;
    return { data: maskText(shown), size: byteCount(message), truncated };
  };
  const blob = (data: object): MessageDescription => {
    const size = numberFrom(blobSize(data));
    const description = binaryText(size, textFrom(blobType(data)));
    return {
      text: { data: description, size, truncated: false },
      readLater: (done) => {
        readStart(data, shownBytes(size), (start) => {
          done(start === undefined ? undefined : preview(description, size, start));
        });
      },
    };
  };
  return (data) => {
    if (typeof data === 'string') return atOnce(text(data));
    if (typeof data !== 'object' || data === null) return atOnce(text(plainText(data)));
    if (isBytes(data)) return atOnce(bytes(data));
    try {
      return blob(data);
    } catch {
      // Sent as text, by its own conversion.
      return atOnce({ data: '[Object]', size: 0, truncated: false });
    }
  };
}

function atOnce(text: MessageText): MessageDescription {
  return { text, readLater: undefined };
}

function bytes(data: object): MessageText {
  const size = byteLengthOf(data);
  return preview(binaryText(size, ''), size, data);
}

/** How many bytes of a message are shown. */
function shownBytes(size: number): number {
  return size < SMALL_BINARY_BYTES ? PREVIEW_BYTES : MAGIC_BYTES;
}

/** A description with the first bytes of what it describes, of which `start` holds at least those. */
function preview(description: string, size: number, start: object): MessageText {
  const isWhole = size <= PREVIEW_BYTES;
  const shown = hex(firstBytes(start, shownBytes(size)));
  return { data: `${description} ${shown}${isWhole ? '' : '…'}`, size, truncated: !isWhole };
}

/** Reads the first bytes of a blob; `done` is called once, with undefined where they cannot be read. */
type ReadBlobStart = (blob: object, count: number, done: (start: object | undefined) => void) => void;

/** Blobs never change, so theirs may be read a little later. */
function blobStartReader(platform: Platform): ReadBlobStart {
  const part = platform.method('Blob', 'slice');
  const buffer = platform.method('Blob', 'arrayBuffer');
  const { then } = BrowserPromise.prototype;
  return (blob, count, done) => {
    const settle = quiet((start: unknown) => {
      done(typeof start === 'object' && start !== null ? start : undefined);
    });
    const fail = (): void => {
      settle(undefined);
    };
    try {
      void apply(then, buffer(part(blob, 0, count)), [settle, fail]);
    } catch {
      fail();
    }
  };
}

function hex(view: Uint8Array): string {
  let text = '';
  for (let index = 0; index < byteLengthOf(view); index += 1) {
    const byte = view[index] ?? 0;
    text += `${HEX_DIGITS[byte >> 4] ?? ''}${HEX_DIGITS[byte & 15] ?? ''}`;
  }
  return text;
}
