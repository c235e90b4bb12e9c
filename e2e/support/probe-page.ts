/** The page that looks for us: every check of `e2e/probes`, and what they ask of a server. */

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import type { Pages, Route } from './pages.ts';
import { acceptSockets } from './sockets.ts';

const FOLDER = fileURLToPath(new URL('../probes/', import.meta.url));

/** Defines what the others use. */
const FIRST = 'harness.js';

/** Above what capture copies without being asked, see `fetch-response.ts`. */
const LARGE = 'x'.repeat(200_000);

/** What the page loads before everything else. */
const BEFORE = '/probes/before.js';

/** Serves the page and everything it loads. */
export function addProbePage(pages: Pages): string {
  loadBeforeProbes(pages, '');
  const files = readdirSync(FOLDER).filter((file) => file !== FIRST);
  for (const file of [FIRST, ...files])
    pages.add(`/probes/${file}`, { type: 'text/javascript', body: readFileSync(FOLDER + file, 'utf8') });
  addAnswers(pages);
  const paths = [BEFORE, ...[FIRST, ...files].map((file) => `/probes/${file}`)];
  const scripts = paths.map((path) => `<script src="${path}"></script>`);
  return pages.add(
    '/probes/',
    `<!doctype html><meta charset="utf-8"><title>probes</title><link rel="icon" href="data:,"><body>${scripts.join('')}
     <script>addEventListener('load', () => setTimeout(probe.run))</script>`,
  );
}

/** Gives the page's first script, which is empty otherwise, this content. */
export function loadBeforeProbes(pages: Pages, content: string): void {
  pages.add(BEFORE, { type: 'text/javascript', body: content });
}

/** Loads the page and waits for the line of each check, by the check's name. */
export async function runProbes(page: Page, url: string): Promise<ReadonlyMap<string, string>> {
  await page.goto(url);
  // Not awaited in the page: code that awaits a promise becomes part of the stacks below it.
  await page.waitForFunction('probe.lines !== undefined', undefined, { timeout: 30_000 });
  const lines = await page.evaluate<string[]>('probe.lines');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' = ')), line]));
}

function addAnswers(pages: Pages): void {
  pages.add('/probes/ok', { type: 'text/plain', body: 'ok' });
  pages.add('/probes/json', { type: 'application/json', body: '{"a":[1,2]}' });
  pages.add('/probes/large', { type: 'text/plain', body: LARGE });
  pages.add('/probes/redirect', { status: 302, body: '', headers: { Location: '/probes/ok' } });
  pages.add('/probes/events', { type: 'text/event-stream', body: 'data: first\n\n' });
  pages.route('/probes/echo', (request, response) => {
    request.pipe(response);
  });
  pages.route('/probes/headers', ({ headers }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(headers));
  });
  pages.route('/probes/slow', slow(''));
  pages.route('/probes/slow-body', slow('first'));
  acceptSockets(pages, '/probes/socket', (socket) => {
    socket.on('message', (data, isBinary) => {
      socket.send(data, { binary: isBinary });
    });
  });
}

/** An answer that begins at once, if it begins, and ends when nobody waits for it any more. */
function slow(start: string): Route {
  return (_request, response) => {
    if (start !== '') response.write(start);
    void sleep(10_000, undefined, { ref: false }).then(() => response.end());
  };
}
