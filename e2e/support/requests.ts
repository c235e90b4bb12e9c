/** Requests of a page to a server with one path for each way to answer, and what is kept of them. */

import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import type { Entry } from './mcp.ts';
import type { Pages } from './pages.ts';
import type { Server } from './server.ts';
import { storedEntries } from './snapshot.ts';

/** The pages' origin in entries, see `storedEntries`. */
export const ORIGIN = 'http://localhost:PORT';

/** A server with one path for each way to answer. */
function addRoutes(pages: Pages): void {
  const json = { type: 'application/json' };
  pages.add('/', '<link rel="icon" href="data:,"><base href="/app/"><p>shop</p>');
  pages.add('/app/data', { ...json, body: '{"id":7,"token":"abc"}', headers: { 'X-Api-Key': 'k' } });
  pages.add('/refused', { ...json, status: 404, body: '{"error":"no such thing"}' });
  pages.add('/broken', { ...json, status: 500, body: '{"error":"stock service is down"}' });
  pages.add('/null', { ...json, body: 'null' });
  pages.add('/oops', { type: 'text/plain', body: 'oops', headers: { 'Content-Length': '4' } });
  pages.add('/picture', { type: 'image/png', body: 'PNG!' });
  pages.add('/large', { ...json, body: `"${'é'.repeat(100_000)}"` });
  pages.route('/chunked', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"part":1,');
    response.end('"rest":2}');
  });
  pages.route('/stream', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: one\n\n');
  });
  pages.route('/empty', (_request, response) => response.writeHead(204).end());
  pages.route('/moved', (_request, response) => response.writeHead(302, { Location: '/app/data' }).end());
  pages.route('/never', () => undefined);
  pages.route('/stalled', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    response.write('{"first":');
  });
  pages.route('/torn', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    response.write('{"first":', () => response.destroy());
  });
}

/** Opens the page and runs `code` in it. */
export async function run(pages: Pages, page: Page, code: string): Promise<unknown> {
  addRoutes(pages);
  await page.goto(pages.url('/'));
  return page.evaluate(`(async () => { ${code} })()`);
}

/** Kept requests with their bodies. */
export const bodies = (server: Server): Promise<readonly Entry[]> => storedEntries(server, 'network_bodies');

/** Kept log entries. */
export const logs = (server: Server): Promise<readonly Entry[]> => storedEntries(server, 'logs');

/** An entry of a plain request, with what a test expects to be different. */
export function body(difference: object): object {
  return {
    method: 'GET',
    status: 200,
    requestHeaders: {},
    responseHeaders: expect.any(Object),
    contentType: 'application/json',
    hasAuthHeader: false,
    credentials: 'same-origin',
    hasCookies: 'unknown',
    truncated: false,
    ...difference,
  };
}
