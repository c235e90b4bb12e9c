/** Texts of many megabytes, wherever a page may hand one over: it goes on as without us, and what is stored is bounded. */

import { inSoak } from '../support/effort.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import type { Pages } from '../support/pages.ts';
import { missing, stored } from '../support/snapshot.ts';
import { acceptSockets } from '../support/sockets.ts';

/** More than anything keeps; 50 in `make soak`, where browsers take seconds for each. */
const MEGABYTES = inSoak(50, 5);
const LENGTH = MEGABYTES * 1024 * 1024;

/** What a page does with a long text. */
interface Handover {
  /** The body of a function in the page that is given `text`. */
  readonly act: string;
  /** What the page gets for it, as it would without us. */
  readonly answer?: unknown;
  /** Everything the server then holds in one of its lists. */
  readonly list: string;
  readonly entries: readonly Entry[];
}

/** The beginning of the text after something else, `length` characters in all. */
function start(length: number, before = ''): string {
  return before + 'x'.repeat(length - before.length);
}

/** The same, with the note of how long it was. */
function cut(length: number, before = ''): string {
  return `${start(length, before)}… [${LENGTH + before.length} characters]`;
}

const STACK = expect.stringMatching(/^Error: x{32761}… \[\d+ characters\]$/);

const XHR = `const request = (method, path, body) => new Promise((resolve) => {
  const xhr = new XMLHttpRequest();
  xhr.open(method, path);
  xhr.onload = () => resolve(xhr.responseText.length);
  xhr.send(body);
});`;

const HANDOVERS: Readonly<Record<string, Handover>> = {
  'an argument of the console': {
    act: `console.log(text)`,
    list: 'logs',
    entries: [{ type: 'console', args: [cut(10_240)] }],
  },
  'the message of a thrown error': {
    act: `setTimeout(() => { throw new Error(text) })`,
    list: 'logs',
    entries: [{ mechanism: 'error', message: cut(10_240, 'Error: '), stack: STACK }],
  },
  'the message of a rejection': {
    act: `Promise.reject(new Error(text))`,
    list: 'logs',
    entries: [{ mechanism: 'unhandledrejection', message: cut(10_240, 'Error: '), stack: STACK }],
  },
  'a rejection without an error': {
    act: `Promise.reject(text)`,
    list: 'logs',
    entries: [{ mechanism: 'unhandledrejection', message: cut(10_240) }],
  },
  'an annotation': {
    act: `const isKept = __gasoline.annotate('cart', text); setTimeout(() => { throw new Error('small') }); return isKept`,
    answer: true,
    list: 'logs',
    entries: [
      {
        message: 'Error: small',
        _context: { cart: expect.stringMatching(/^"x{2047}… \[\d+ characters\]$/) },
      },
    ],
  },
  'the name of an annotation': {
    act: `const isKept = __gasoline.annotate(text, 1); setTimeout(() => { throw new Error('small') }); return isKept`,
    answer: true,
    list: 'logs',
    entries: [{ message: 'Error: small', _context: { [cut(100)]: 1 } }],
  },
  'the body of a request by fetch': {
    act: `return (await fetch('/swallow', { method: 'POST', body: text })).text()`,
    answer: String(LENGTH),
    list: 'network_bodies',
    entries: [{ requestBody: start(8192), responseBody: String(LENGTH), truncated: true }],
  },
  'the body of a response to fetch': {
    act: `return (await (await fetch('/large')).text()).length`,
    answer: LENGTH,
    list: 'network_bodies',
    entries: [{ responseBody: start(16_384), truncated: true }],
  },
  'the body of a request by XMLHttpRequest': {
    act: `${XHR} return request('POST', '/swallow', text)`,
    answer: String(LENGTH).length,
    list: 'network_bodies',
    entries: [{ requestBody: start(8192), responseBody: String(LENGTH), truncated: true }],
  },
  'the body of a response to XMLHttpRequest': {
    act: `${XHR} return request('GET', '/large')`,
    answer: LENGTH,
    list: 'network_bodies',
    entries: [{ responseBody: start(16_384), truncated: true }],
  },
  'messages of a WebSocket': {
    act: `
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket');
      await new Promise((resolve) => (socket.onopen = resolve));
      const echo = new Promise((resolve) => (socket.onmessage = ({ data }) => resolve(data.length)));
      socket.send(text);
      return echo;`,
    answer: LENGTH,
    list: 'websocket_events',
    entries: [
      { event: 'connecting' },
      { event: 'open' },
      { direction: 'outgoing', data: start(4096), size: LENGTH, truncated: true },
      { direction: 'incoming', data: start(4096), size: LENGTH, truncated: true },
    ],
  },
  'the value of a field': {
    // As tools and frameworks enter text.
    act: `
      const field = document.querySelector('input');
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
      return field.value.length;`,
    answer: LENGTH,
    list: 'enhanced_actions',
    entries: [{ type: 'navigate' }, { type: 'input', value: start(100_000), truncated: true }],
  },
  'an item of sessionStorage': {
    act: `try { sessionStorage.setItem('cart', text) } catch ({ name }) { return name }`,
    answer: 'QuotaExceededError',
    list: 'storage_writes',
    entries: [],
  },
  'the value of a cookie': {
    act: `document.cookie = 'cart=' + text; return document.cookie`,
    answer: '',
    list: 'storage_writes',
    // Reduced to its kind, length, beginning and end when it was stored.
    entries: [
      {
        area: 'cookie',
        key: 'cart',
        value: expect.stringMatching(`storage-value:string:${LENGTH}:[0-9a-f]+:xxxxxx\\.\\.\\.xxx`),
      },
    ],
  },
};

for (const [name, { act, answer, list, entries }] of Object.entries(HANDOVERS)) {
  test(`${MEGABYTES} MB as ${name} are cut, and the page goes on`, async ({ server, pages, bound }) => {
    const page = await bound.context.newPage();
    await page.goto(addPage(pages));
    const text = `'x'.repeat(${LENGTH})`;
    expect(await page.evaluate<unknown>(`(async (text) => { ${act} })(${text})`)).toEqual(answer);
    // Later than any timer of the page.
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve)).then(() => console.log('goes on'))`);
    await bound.capture.drain();
    const last = { message: 'goes on' };
    const expected = list === 'logs' ? [...entries, last] : entries;
    expect(await stored(server, list)).toEqual(expected.map((entry) => expect.objectContaining(entry)));
    expect((await stored(server, 'logs')).at(-1)).toMatchObject(last);
    expect(await missing(server)).toEqual([]);
  });
}

/** A page whose field is not shown: to lay out such a text takes the browser longer than a test has. */
function addPage(pages: Pages): string {
  pages.add('/large', { type: 'text/plain', body: 'x'.repeat(LENGTH) });
  pages.route('/swallow', (request, response) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => (size += chunk.length));
    request.on('end', () => response.end(String(size)));
  });
  acceptSockets(pages, '/socket', (socket) => {
    socket.on('message', (data: Buffer) => {
      socket.send(data, { binary: false });
    });
  });
  return pages.add('/', '<link rel="icon" href="data:,"><input hidden>');
}
