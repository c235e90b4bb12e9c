/**
 * A WebSocket to the server. Node has one of its own only from version 22 on.
 *
 * Speaks as much of RFC 6455 as the server does: texts, whole or in parts, pings, the end.
 */

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

import type { ServerAddress } from './server.ts';

/** What happens on it. */
export interface SocketEvents {
  readonly onText: (text: string) => void;
  readonly onEnd: () => void;
}

/** An open one. */
export interface TextSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

const CONTINUED = 0;
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** Of a frame's first byte: whether it is the last of its message, and what it is. */
const FINAL = 0x80;
const KIND = 0x0f;

/** Of its second: what comes from a client is masked; short lengths stand here. */
const MASKED = 0x80;
const LENGTH = 0x7f;
const LENGTH_OF_TWO_BYTES = 126;
const LENGTH_OF_EIGHT_BYTES = 127;

/** Opens one. Does not keep the process alive. */
export function openSocket(
  { host, port }: ServerAddress,
  path: string,
  events: SocketEvents,
): Promise<TextSocket> {
  return new Promise((resolve, reject) => {
    const opening = request({
      ...{ host: host.replaceAll(/^\[|\]$/g, ''), port, path },
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
    });
    opening.on('upgrade', (_response, socket, head) => {
      resolve(conversation(socket, head, events));
    });
    opening.on('response', ({ statusCode }) => {
      opening.destroy();
      reject(new Error(`the server answered ${statusCode ?? 'nothing'}`));
    });
    opening.on('error', reject);
    opening.on('socket', (socket) => socket.unref());
    opening.end();
  });
}

function conversation(socket: Duplex, head: Buffer, { onText, onEnd }: SocketEvents): TextSocket {
  const reader = new FrameReader();
  let parts: Buffer[] = [];
  const take = ({ isFinal, kind, payload }: Frame): void => {
    if (kind === PING) socket.write(frame(PONG, payload));
    else if (kind === CLOSE) socket.end();
    else if (kind === TEXT || kind === CONTINUED) {
      parts.push(payload);
      if (!isFinal) return;
      const text = Buffer.concat(parts).toString();
      parts = [];
      onText(text);
    }
  };
  const read = (bytes: Buffer): void => {
    reader.frames(bytes).forEach(take);
  };
  socket.on('data', read);
  socket.on('error', () => socket.destroy());
  socket.on('close', onEnd);
  read(head);
  return {
    send: (text) => {
      socket.write(frame(TEXT, Buffer.from(text)));
    },
    close: () => {
      socket.end(frame(CLOSE, Buffer.alloc(0)));
    },
  };
}

interface Frame {
  readonly isFinal: boolean;
  readonly kind: number;
  readonly payload: Buffer;
}

/** Cuts what arrives into frames. */
export class FrameReader {
  #rest = Buffer.alloc(0);

  /** The frames that are complete with these bytes. */
  frames(bytes: Buffer): Frame[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const found: Frame[] = [];
    for (let next = this.#next(); next !== undefined; next = this.#next()) found.push(next);
    return found;
  }

  #next(): Frame | undefined {
    const rest = this.#rest;
    if (rest.length < 2) return undefined;
    const short = rest.readUInt8(1) & LENGTH;
    const start = 2 + extraLengthBytes(short);
    if (rest.length < start) return undefined;
    const length = lengthOf(rest, short);
    if (rest.length < start + length) return undefined;
    this.#rest = rest.subarray(start + length);
    const first = rest.readUInt8(0);
    return {
      isFinal: (first & FINAL) !== 0,
      kind: first & KIND,
      payload: rest.subarray(start, start + length),
    };
  }
}

function extraLengthBytes(short: number): number {
  if (short === LENGTH_OF_EIGHT_BYTES) return 8;
  return short === LENGTH_OF_TWO_BYTES ? 2 : 0;
}

function lengthOf(bytes: Buffer, short: number): number {
  if (short === LENGTH_OF_EIGHT_BYTES) return Number(bytes.readBigUInt64BE(2));
  return short === LENGTH_OF_TWO_BYTES ? bytes.readUInt16BE(2) : short;
}

/** A whole message of a client. */
export function frame(kind: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const masked = Buffer.from(payload);
  for (let index = 0; index < masked.length; index += 1)
    masked.writeUInt8(masked.readUInt8(index) ^ mask.readUInt8(index % 4), index);
  return Buffer.concat([header(kind, payload.length), mask, masked]);
}

function header(kind: number, length: number): Buffer {
  if (length < LENGTH_OF_TWO_BYTES) return Buffer.from([FINAL | kind, MASKED | length]);
  const isShort = length <= 0xffff;
  const bytes = Buffer.alloc(isShort ? 4 : 10);
  bytes.writeUInt8(FINAL | kind, 0);
  bytes.writeUInt8(MASKED | (isShort ? LENGTH_OF_TWO_BYTES : LENGTH_OF_EIGHT_BYTES), 1);
  if (isShort) bytes.writeUInt16BE(length, 2);
  else bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}
