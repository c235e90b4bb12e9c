/** A small app with a login and a list that starts empty: what is in it was put there by calls. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { startHandler } from './pages.ts';

/** A running app. */
export interface RowsApp {
  readonly url: string;
  /** Changes it was asked for, in order: `POST /api/rows {"name":"First"}`. */
  readonly changes: readonly string[];
  stop(): Promise<void>;
}

const COOKIE = 'user=ann';

/** What the environment of generated tests says. */
const PASSWORD = 'correct horse';

const PAGE = `<!doctype html><title>Rows</title><h1>Rows</h1><ul></ul><h2 hidden></h2><script>
const load = async () => {
  const rows = await (await fetch('/api/rows')).json();
  for (const { id, name } of rows) {
    const button = document.querySelector('ul').appendChild(document.createElement('button'));
    button.textContent = 'Open ' + name;
    button.onclick = async () => {
      const row = await (await fetch('/api/rows/' + id)).json();
      const heading = document.querySelector('h2');
      heading.textContent = row.name;
      heading.hidden = false;
    };
  }
};
load();
</script>`;

/** Starts it on a free port. */
export async function startRowsApp(): Promise<RowsApp> {
  const rows: object[] = [];
  const changes: string[] = [];
  const { url, stop } = await startHandler((request, response) => {
    void answer(request, response, rows, changes);
  });
  return { url, changes, stop };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  rows: object[],
  changes: string[],
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const body = await text(request);
  if (method === 'POST') changes.push(`${method} ${url} ${body}`);
  const send = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
  if (url === '/') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  } else if (url === '/api/login') {
    const isRight = body.includes(PASSWORD);
    if (isRight) send(200, { id: 5 }, { 'set-cookie': `${COOKIE}; Path=/` });
    else send(401, { error: 'wrong password' });
  } else if (request.headers.cookie !== COOKIE) {
    send(401, { error: 'log in first' });
  } else if (url === '/api/rows' && method === 'POST') {
    const sent: unknown = JSON.parse(body);
    const created = { id: rows.length + 1, ...(typeof sent === 'object' ? sent : {}) };
    rows.push(created);
    send(201, created);
  } else if (url === '/api/rows') {
    send(200, rows);
  } else {
    const found = rows[Number(url.split('/').at(-1)) - 1];
    send(found === undefined ? 404 : 200, found ?? {});
  }
}
