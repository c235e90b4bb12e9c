/** What a WebSocket message says: text up to 4 KB, binary data by its size and first bytes. */

import { maskText } from '../mask.ts';
import { binaryText } from '../network/content.ts';
import type { PageWindow } from '../page-window.ts';
import { plainText } from '../plain-text.ts';
import { numberFrom, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { apply, byteLengthOf, firstBytes, isBytes, slice } from '../primordials.ts';

/** A message as it goes into an entry. */
export interface MessageText {
  readonly data: string;
  /** In bytes; of very long text, in characters. */
  readonly size: number;
  readonly truncated: boolean;
}

/** Describes what a page sent or received. */
export type DescribeMessage = (data: unknown) => MessageText;

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

  const byteCount = (text: string): number =>
    text.length > MAX_COUNTED_CHARACTERS ? text.length : byteLengthOf(apply(encode, encoder, [text]));
  const text = (message: string): MessageText => {
    const truncated = message.length > MAX_TEXT_CHARACTERS;
    const shown = truncated ? slice(message, 0, MAX_TEXT_CHARACTERS) : message;
    return { data: maskText(shown), size: byteCount(message), truncated };
  };
  return (data) => {
    if (typeof data === 'string') return text(data);
    if (typeof data !== 'object' || data === null) return text(plainText(data));
    if (isBytes(data)) return bytes(data);
    try {
      const size = numberFrom(blobSize(data));
      return { data: binaryText(size, textFrom(blobType(data))), size, truncated: false };
    } catch {
      // Sent as text, by its own conversion.
      return { data: '[Object]', size: 0, truncated: false };
    }
  };
}

function bytes(data: object): MessageText {
  const size = byteLengthOf(data);
  const isSmall = size < SMALL_BINARY_BYTES;
  const shown = hex(firstBytes(data, isSmall ? PREVIEW_BYTES : MAGIC_BYTES));
  const isWhole = isSmall && size <= PREVIEW_BYTES;
  return { data: `[Binary: ${size} bytes] ${shown}${isWhole ? '' : '…'}`, size, truncated: !isWhole };
}

function hex(view: Uint8Array): string {
  let text = '';
  for (let index = 0; index < byteLengthOf(view); index += 1) {
    const byte = view[index] ?? 0;
    text += `${HEX_DIGITS[byte >> 4] ?? ''}${HEX_DIGITS[byte & 15] ?? ''}`;
  }
  return text;
}
