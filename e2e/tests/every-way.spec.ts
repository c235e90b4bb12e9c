/** Every kind of event, through every way out of a page: what the server then holds is the same. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import { isEntry } from '../support/mcp.ts';
import type { Entry } from '../support/mcp.ts';
import type { Pages } from '../support/pages.ts';
import { startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { content, stored } from '../support/snapshot.ts';
import { acceptSockets } from '../support/sockets.ts';
import { WAYS } from '../support/ways.ts';

const ARRAYS = [
  ...['logs', 'network_bodies', 'websocket_events', 'enhanced_actions', 'performance_snapshots'],
  ...['dom_snapshots', 'resources', 'documents', 'storage_writes'],
];

/** A page on which something of every kind can happen. */
const PAGE = `<!doctype html>
<title>Shop</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">
<meta http-equiv="Content-Security-Policy" content="font-src 'none'">
<style>@font-face { font-family: Blocked; src: url(/blocked.woff2) } b { font-family: Blocked; background: url(/missing.png) }</style>
<script src="/missing.js"></script><b>!</b>
<h1>Shop</h1>
<form action="/never"><label>Name <input name="name"></label>
<label>Password <input name="password" type="password"></label>
<select name="size"><option>small<option>large</select></form>
<button data-testid="buy">Buy</button><p data-testid="basket">empty</p>
<script>
  document.cookie = 'visited=yes; path=/';
  localStorage.setItem('basket', '[]');
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/stock');
  socket.onmessage = () => socket.close(1000, 'enough');
  document.querySelector('button').onclick = async () => {
    console.warn('buying', { count: 1 });
    await fetch('/api/basket', { method: 'POST', headers: { authorization: 'x' }, body: '{"password":"x","count":1}' });
    await fetch('/api/missing');
    console.assert(false, 'basket %s', 'empty');
    await (await fetch('/api/page')).json().catch(() => undefined);
    history.pushState({}, '', '/bought');
    setTimeout(() => { throw new TypeError('no basket'); });
  };
</script>`;

function serveShop(pages: Pages): string {
  pages.add('/style.css', { body: 'h1 { color: green }', type: 'text/css' });
  pages.add('/api/basket', { body: '{"ok":true}', type: 'application/json' });
  pages.add('/api/page', { body: '<p>Log in</p>', type: 'text/html', headers: { 'Content-Length': '13' } });
  acceptSockets(pages, '/stock', (socket) => {
    socket.send('{"left":3}');
  });
  return pages.add('/', {
    body: PAGE,
    headers: { 'X-Basket-Token': 'do not tell', 'Set-Cookie': 'basket=1; HttpOnly' },
  });
}

async function shop(page: Page, url: string, server: Server): Promise<void> {
  await page.goto(url);
  // A route change soon after the load would leave one snapshot of both.
  await expect.poll(() => stored(server, 'dom_snapshots')).toHaveLength(1);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill('hunter2');
  await page.getByRole('combobox').selectOption('large');
  const failed = page.waitForEvent('pageerror');
  await page.getByTestId('buy').click();
  await failed;
}

/** Waits until a list has as many entries as are expected there. */
async function settled(server: Server): Promise<Readonly<Record<string, readonly Entry[]>>> {
  // The performance snapshot comes last, two seconds after the load.
  await expect.poll(() => stored(server, 'performance_snapshots'), { timeout: 20_000 }).toHaveLength(1);
  await expect.poll(() => stored(server, 'dom_snapshots')).toHaveLength(2);
  // A body nobody reads is read after two seconds.
  await expect.poll(() => stored(server, 'network_bodies')).toHaveLength(3);
  const lists = await Promise.all(ARRAYS.map(async (array) => [array, await stored(server, array)] as const));
  return Object.fromEntries(lists);
}

/** Entries in an order that does not depend on who was faster, without what no two runs share. */
function comparable(entries: readonly Entry[]): readonly string[] {
  return entries
    .map((entry) => shape(content(withoutVitals(withoutSource(withoutDocumentHeaders(entry))))))
    .sort();
}

/** The extension adds to the figures of a load what they are due to, while the page is open. */
function withoutVitals(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => field !== '_vitals'));
}

/** A document's own headers and status are seen only from outside of the page, so not in every way; headers are compared apart. */
function withoutDocumentHeaders(entry: Entry): Entry {
  if (entry['type'] !== 'document') return entry;
  return {
    ...without(entry, 'responseHeaders', 'status'),
    areHeadersTold: entry['responseHeaders'] !== undefined,
  };
}

/** Headers without the one that changes. */
function comparableHeaders(headers: unknown): unknown {
  const text = JSON.stringify(headers, (name, value: unknown) => (name === 'date' ? undefined : value));
  return JSON.parse(text);
}

/** The source of an error is read outside of the page as well, at its own time; or the reason told why not. */
function withoutSource(entry: Entry): Entry {
  // Of a violation the page itself tells no more; where a stylesheet asked, the browser names a line or it does not.
  if (entry['type'] === 'violation')
    return without(
      entry,
      '_aiContext',
      '_enrichments',
      'enrichment',
      'source',
      'filename',
      'lineno',
      'colno',
    );
  const rest = without(entry, 'enrichment', '_aiContext', '_initiator');
  const { _aiContext: context } = entry;
  if (!isEntry(context)) return rest;
  const { missing } = context;
  const reasons = isEntry(missing) ? without(missing, 'sourceSnippets') : {};
  const told = without(context, 'sourceSnippets', 'missing');
  return { ...rest, ...(Object.keys(told).length > 0 ? { _told: told } : {}), ...reasons };
}

function without(entry: Entry, ...names: string[]): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
}

/** Figures and ids as their kinds; everything else as it is. */
function shape(entry: Entry): string {
  const measured =
    /^(duration|requestId|id|date|scrollY?|scrollX?|position|timing|longTasks|userAgent|viewport|slowestRequests)$/;
  return JSON.stringify(entry, (name, value: unknown) => {
    if (measured.test(name) || typeof value === 'number') return typeof value;
    if (typeof value !== 'string') return value;
    // Ports, places in a file and, because each server has its own key, fingerprints.
    return value.replaceAll(/localhost:\d+|:\d+:\d+\)?$|:[0-9a-f]{16}\]/gm, '');
  });
}

test('every kind of event arrives through every way, and all ways agree', async ({
  browser,
  browsers,
  pages,
}) => {
  test.setTimeout(180_000);
  const url = serveShop(pages);
  const held: Record<string, Readonly<Record<string, readonly Entry[]>>> = {};
  for (const [name, start] of Object.entries(WAYS)) {
    const server = await startServer();
    const { context, close } = await start(server, { browser, browsers });
    const page = await context.newPage();
    await shop(page, url, server);
    held[name] = await settled(server);
    await close();
    await server.stop();
  }
  const headers = (name: string): readonly unknown[] =>
    (held[name]?.['documents'] ?? []).map(({ responseHeaders }) => comparableHeaders(responseHeaders));
  expect(headers('beacon')).toEqual(['not_observed']);
  for (const name of ['binding', 'attach', 'extension']) {
    expect(headers(name), `headers through ${name}`).toEqual([
      {
        observed: {
          'content-type': 'text/html',
          'x-basket-token': '[REDACTED]',
          'set-cookie': '[REDACTED]',
          connection: 'keep-alive',
          'keep-alive': 'timeout=5',
          'transfer-encoding': 'chunked',
        },
      },
    ]);
  }
  const { binding, ...others } = held;
  // unseen-01, unseen-03, unseen-04, unseen-05, unseen-06
  const messages = (binding?.['logs'] ?? []).map(({ message }) =>
    String(message).replaceAll(/:\d{4,5}\b/g, ''),
  );
  expect(messages.sort()).toEqual([
    'Assertion failed: basket empty',
    'Content Security Policy (font-src) blocked http://localhost/blocked.woff2',
    'GET http://localhost/api/missing 404 Not Found',
    `GET http://localhost/api/page 200 OK: response.json(): SyntaxError: Unexpected token '<', "<p>Log in</p>" is not valid JSON`,
    'TypeError: no basket',
    'buying {"count":1}',
    'image http://localhost/missing.png failed to load: 404',
    'script http://localhost/missing.js failed to load: 404',
  ]);
  for (const array of ARRAYS) {
    const expected = comparable(binding?.[array] ?? []);
    expect(expected, `${array} through a binding`).not.toEqual([]);
    for (const [name, lists] of Object.entries(others)) {
      expect(comparable(lists[array] ?? []), `${array} through ${name}`).toEqual(expected);
    }
  }
});
