import { expect, it } from 'vitest';

import { platformOf } from '../../src/platform.ts';
import { messageDescriber } from '../../src/websocket/message-text.ts';
import type { MessageText } from '../../src/websocket/message-text.ts';
import { createWindow } from '../page.ts';

const window = createWindow();
Object.assign(window, { Blob, TextEncoder });
const describe = messageDescriber(window, platformOf(window));

/** What is known of a blob at last. */
function read(blob: Blob): Promise<MessageText | undefined> {
  return new Promise((resolve) => {
    describe(blob).readLater?.(resolve);
  });
}

function bytes(count: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: count }, (_, index) => index);
}

const FIRST_64 = Array.from({ length: 64 }, (_, index) => index.toString(16).padStart(2, '0')).join('');

it.each([
  [0, { data: '[Binary: 0 bytes] ', size: 0, truncated: false }],
  [3, { data: '[Binary: 3 bytes] 000102', size: 3, truncated: false }],
  [200, { data: `[Binary: 200 bytes] ${FIRST_64}…`, size: 200, truncated: true }],
  [404, { data: '[Binary: 404 bytes] 0001020304050607…', size: 404, truncated: true }],
])('shows the first of %i bytes, of a blob a little later', async (count, expected) => {
  const blob = new Blob([bytes(count)]);
  expect(describe(bytes(count))).toEqual({ text: expected, readLater: undefined });
  expect(describe(blob).text).toEqual({ data: `[Binary: ${count} bytes]`, size: count, truncated: false });
  expect(await read(blob)).toEqual(expected);
});

it('shows the type of a blob', async () => {
  expect(await read(new Blob(['{}'], { type: 'application/json' }))).toMatchObject({
    data: '[Binary: 2 bytes, application/json] 7b7d',
  });
});

it('says so where a blob cannot be read', async () => {
  const refusing = createWindow();
  Object.assign(refusing, { Blob: class extends Blob {}, TextEncoder });
  Object.defineProperties(Reflect.get(refusing, 'Blob').prototype, {
    ...Object.getOwnPropertyDescriptors(Blob.prototype),
    arrayBuffer: { value: () => Promise.reject(new Error('gone from disk')) },
  });
  const describeThere = messageDescriber(refusing, platformOf(refusing));
  const answer = await new Promise((resolve) => {
    describeThere(new Blob(['x'])).readLater?.(resolve);
  });
  expect(answer).toBeUndefined();
});
