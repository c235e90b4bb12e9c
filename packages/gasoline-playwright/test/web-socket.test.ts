import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';

import { expect, it } from 'vitest';

import { frame, FrameReader, openSocket } from '../src/web-socket.ts';

/** What a client sent, unmasked; a server's frames have no mask. */
function unmasked(bytes: Buffer): Buffer {
  const long = (bytes.readUInt8(1) & 0x7f) - 125;
  const start = 2 + (long === 2 ? 8 : long === 1 ? 2 : 0);
  const mask = bytes.subarray(start, start + 4);
  return Buffer.from(bytes.subarray(start + 4).map((byte, index) => byte ^ mask.readUInt8(index % 4)));
}

/** A frame as a server sends it. */
function sent(first: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126
      ? Buffer.from([payload.length])
      : Buffer.from([126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([first]), length, payload]);
}

it.each([0, 125, 126, 65_535, 65_536])('masks a text of %i bytes', (length) => {
  const payload = Buffer.alloc(length, 'é');
  const bytes = frame(1, payload);
  expect(bytes.readUInt8(0)).toBe(0x81);
  expect(bytes.readUInt8(1) & 0x80).toBe(0x80);
  expect(unmasked(bytes).equals(payload)).toBe(true);
});

it('reads frames however they are cut', () => {
  const bytes = Buffer.concat([sent(0x81, 'one'), sent(0x81, 'x'.repeat(300)), sent(0x89, '')]);
  for (const size of [1, 2, 7, bytes.length]) {
    const reader = new FrameReader();
    const found: string[] = [];
    for (let start = 0; start < bytes.length; start += size)
      for (const { kind, payload } of reader.frames(bytes.subarray(start, start + size)))
        found.push(`${kind} ${payload.length}`);
    expect(found).toEqual(['1 3', '1 300', '9 0']);
  }
});

it('joins texts in parts, answers pings and tells of the end', async () => {
  let peer: Duplex | undefined;
  const heard: Buffer[] = [];
  const server = createServer();
  server.on('upgrade', (_request, socket) => {
    peer = socket;
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.write(Buffer.concat([sent(0x01, 'Hel'), sent(0x89, 'p'), sent(0x80, 'lo')]));
    socket.on('data', (bytes: Buffer) => heard.push(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const told: string[] = [];
  const events = {
    onText: (text: string) => void told.push(text),
    onEnd: () => void told.push('(end)'),
  };
  const socket = await openSocket({ host: '127.0.0.1', port }, '/live', events);
  await expect.poll(() => told).toEqual(['Hello']);
  socket.send('hi');
  await expect.poll(() => Buffer.concat(heard).length).toBe(7 + 8);
  const all = Buffer.concat(heard);
  expect([all.readUInt8(0), unmasked(all.subarray(0, 7)).toString()]).toEqual([0x8a, 'p']);
  expect(unmasked(all.subarray(7)).toString()).toBe('hi');
  peer?.end(sent(0x88, ''));
  await expect.poll(() => told).toEqual(['Hello', '(end)']);
  server.close();
});

it('says why there is none', async () => {
  const server = createServer((_request, response) => response.writeHead(403).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const nothing = { onText: () => undefined, onEnd: () => undefined };
  await expect(openSocket({ host: '127.0.0.1', port }, '/live', nothing)).rejects.toThrow(
    'the server answered 403',
  );
  server.close();
});
