/** WebSocket connections of a page, from the constructor to the entries the server keeps. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import type { Pages } from '../support/pages.ts';
import { eachRow } from '../support/rows.ts';
import { storedEntries } from '../support/snapshot.ts';
import { acceptSockets } from '../support/sockets.ts';

const URL = 'ws://localhost:PORT/live';

/** A server that echoes, closes when told `bye`, and floods when told so. */
function echo(pages: Pages): string {
  pages.add('/', '<link rel="icon" href="data:,">');
  return acceptSockets(pages, '/live', (socket) => {
    socket.on('message', (data: Buffer, isBinary) => {
      const text = data.toString();
      if (text === 'bye') socket.close(4001, 'as you wish');
      else if (text.startsWith('flood ')) {
        for (let index = 0; index < Number(text.slice(6)); index += 1) socket.send(`tick ${index}`);
        socket.send('{"last":true}');
      } else socket.send(data, { binary: isBinary });
    });
  });
}

/** Opens a page and runs `code` in it; `live` is the address of the echo. */
async function evaluate(pages: Pages, live: string, page: Page, code: string): Promise<unknown> {
  await page.goto(pages.url('/'));
  const tools = `const live = ${JSON.stringify(live)};
    const next = (socket, type) => new Promise((resolve) => socket.addEventListener(type, resolve, { once: true }));`;
  return page.evaluate(`(async () => { ${tools} ${code} })()`);
}

function run(pages: Pages, page: Page, code: string): Promise<unknown> {
  return evaluate(pages, echo(pages), page, code);
}

/** Opens, says what `messages` says, waits for each echo, and closes. */
const conversation = (messages: readonly string[], binaryType = 'blob'): string => `
  const socket = new WebSocket(live);
  socket.binaryType = '${binaryType}';
  await next(socket, 'open');
  for (const message of [${messages.join(', ')}]) { socket.send(message); await next(socket, 'message'); }
  socket.send('bye');
  await next(socket, 'close');`;

function message(direction: string, data: string, size: number, truncated = false): object {
  return { event: 'message', id: 'socket-1', url: URL, direction, data, size, truncated };
}

function change(event: string, more: object = {}): object {
  return { event, id: 'socket-1', url: URL, ...more };
}

const GOODBYE = [message('outgoing', 'bye', 3), change('close', { code: 4001, reason: 'as you wish' })];

/** Messages, and how they are shown when sent and when they come back. */
const MESSAGES: readonly (readonly [
  name: string,
  code: string,
  binaryType: string,
  sent: object,
  echoed: object,
])[] = [
  ['text', `'grüße'`, 'blob', message('outgoing', 'grüße', 7), message('incoming', 'grüße', 7)],
  [
    'JSON with a secret',
    `'{"user":"ann","password":"hunter2"}'`,
    'blob',
    message('outgoing', '{"user":"ann","password":"[redacted]"}', 35),
    message('incoming', '{"user":"ann","password":"[redacted]"}', 35),
  ],
  [
    'long text',
    `'x'.repeat(5000)`,
    'blob',
    message('outgoing', 'x'.repeat(4096), 5000, true),
    message('incoming', 'x'.repeat(4096), 5000, true),
  ],
  [
    'a few bytes',
    `new Uint8Array([1, 254, 16]).subarray(1)`,
    'arraybuffer',
    message('outgoing', '[Binary: 2 bytes] fe10', 2),
    message('incoming', '[Binary: 2 bytes] fe10', 2),
  ],
  [
    'a hundred bytes',
    `new ArrayBuffer(100)`,
    'arraybuffer',
    message('outgoing', `[Binary: 100 bytes] ${'00'.repeat(64)}…`, 100, true),
    message('incoming', `[Binary: 100 bytes] ${'00'.repeat(64)}…`, 100, true),
  ],
  [
    'a picture, received as a blob',
    `new Blob([new Uint8Array([137, 80, 78, 71]), new Uint8Array(400)], { type: 'image/png' })`,
    'blob',
    message('outgoing', '[Binary: 404 bytes, image/png] 89504e4700000000…', 404, true),
    message('incoming', '[Binary: 404 bytes] 89504e4700000000…', 404, true),
  ],
  [
    'a large buffer',
    `new Uint8Array(300).fill(7).buffer`,
    'arraybuffer',
    message('outgoing', '[Binary: 300 bytes] 0707070707070707…', 300, true),
    message('incoming', '[Binary: 300 bytes] 0707070707070707…', 300, true),
  ],
];

test('conversations with every kind of message', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const live = echo(pages);
  await eachRow(
    { ...bound, server, page },
    MESSAGES,
    ([name]) => name,
    async (row) => {
      const [name, code, binaryType, sent, echoed] = row;
      await evaluate(pages, live, page, conversation([code], binaryType));
      await expect
        .poll(() => storedEntries(server, 'websocket_events'), name)
        .toEqual([change('connecting'), change('open'), sent, echoed, ...GOODBYE]);
    },
  );
});

test('a connection that is refused', async ({ server, pages, bound }) => {
  await run(
    pages,
    await bound.context.newPage(),
    `const socket = new WebSocket(live.replace('/live', '/nowhere')); await next(socket, 'close');`,
  );
  const url = 'ws://localhost:PORT/nowhere';
  await expect
    .poll(() => storedEntries(server, 'websocket_events'))
    .toEqual([
      change('connecting', { url }),
      change('error', { url }),
      change('close', { url, code: 1006, reason: '' }),
    ]);
});

test('a flood is sampled, and the counts say so', async ({ server, pages, bound }) => {
  const received = await run(
    pages,
    await bound.context.newPage(),
    `const socket = new WebSocket(live);
     await next(socket, 'open');
     let count = 0;
     await new Promise((resolve) => {
       socket.onmessage = (event) => { count += 1; if (event.data[0] === '{') resolve(); };
       socket.send('flood 3000');
     });
     return count;`,
  );
  expect(received).toBe(3001);
  const kept = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await storedEntries(server, 'websocket_events')).filter(({ direction }) => direction === 'incoming');
  await expect.poll(async () => (await kept()).at(-1)?.['data']).toBe('{"last":true}');
  const messages = await kept();
  const skipped = messages.map(({ sampled }) => (isSampled(sampled) ? sampled.skipped : 0));
  expect(messages.length).toBeLessThan(120);
  expect(messages.slice(0, 5).map(({ data }) => data)).toEqual([
    'tick 0',
    'tick 1',
    'tick 2',
    'tick 3',
    'tick 4',
  ]);
  expect(skipped.reduce((sum, count) => sum + count, messages.length)).toBe(3001);
});

function isSampled(value: unknown): value is { skipped: number } {
  return typeof value === 'object' && value !== null && 'skipped' in value;
}

/** What a page could notice; asked with and without capture. */
const PROBE = `
  const seen = [];
  const note = (...facts) => seen.push(facts);
  const failure = (act) => { try { return act(); } catch (error) { return [error.name, error.message, error.constructor.name, error.stack.includes('gasoline:')]; } };
  note(WebSocket.name, WebSocket.length, String(WebSocket), Reflect.ownKeys(WebSocket).map(String), typeof WebSocket);
  note(Object.getOwnPropertyDescriptor(window, 'WebSocket').enumerable, WebSocket.CONNECTING, WebSocket.CLOSED);
  note(WebSocket.prototype.constructor === WebSocket, Object.getPrototypeOf(WebSocket) === EventTarget);
  note(Object.keys(Object.getOwnPropertyDescriptors(WebSocket.prototype)), String(WebSocket.prototype.send), WebSocket.prototype.send.length);
  note(failure(() => WebSocket(live)), failure(() => new WebSocket('bad:x')), failure(() => new WebSocket()), failure(() => new WebSocket(live, ['a', 'a'])));
  class Chat extends WebSocket { constructor(url) { super(url); this.mine = 1; } shout() { return 'loud'; } }
  const chat = new Chat(live);
  note(chat instanceof Chat, chat instanceof WebSocket, Object.getPrototypeOf(chat) === Chat.prototype, chat.shout(), Reflect.ownKeys(chat), chat.constructor.name);
  note(failure(() => chat.send('too early')), failure(() => WebSocket.prototype.send.call({}, 'x')), failure(() => chat.send()));
  const other = Reflect.construct(WebSocket, [live], Chat);
  note(other instanceof Chat, 'mine' in other);
  const order = [];
  chat.addEventListener('message', (event) => { order.push(typeof event.data); event.stopImmediatePropagation(); }, true);
  chat.onmessage = () => order.push('never');
  await next(chat, 'open');
  chat.send('hello');
  chat.send('bye');
  const closed = await next(chat, 'close');
  note(order, closed.code, closed.reason, chat.readyState, chat.onmessage !== null);
  other.close();
  return seen;`;

test('the page sees the same as without capture, and stops no listener of ours', async ({
  server,
  pages,
  bound,
  browser,
}) => {
  const live = echo(pages);
  const expected = await evaluate(pages, live, await browser.newPage(), PROBE);
  expect(await evaluate(pages, live, await bound.context.newPage(), PROBE)).toEqual(expected);
  await expect
    .poll(async () =>
      (await storedEntries(server, 'websocket_events'))
        .filter(({ direction }) => direction !== undefined)
        .map(({ id, data }) => [id, data]),
    )
    .toEqual([
      ['socket-1', 'hello'],
      ['socket-1', 'bye'],
      ['socket-1', 'hello'],
    ]);
});

test('a connection ends with its page, unless it had ended before', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const other = pages.add('/other', '<link rel="icon" href="data:,">');
  await run(
    pages,
    page,
    `globalThis.kept = new WebSocket(live); await next(kept, 'open');
     const gone = new WebSocket(live); await next(gone, 'open'); gone.close(); await next(gone, 'close');`,
  );
  // What is said while a page leaves takes another way, and may be faster.
  await bound.capture.drain();
  await page.goto(other);
  await expect
    .poll(async () => {
      const events = await storedEntries(server, 'websocket_events');
      return events.filter(({ event }) => event === 'close');
    })
    .toEqual([
      change('close', { id: 'socket-2', code: 1005, reason: '' }),
      change('close', { code: 1001, reason: 'the page was left' }),
    ]);
});
