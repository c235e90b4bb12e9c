/** Serves an app of `e2e/flows`: each visitor, known by a cookie, has a session and data of their own. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { AppAnswer, AppRequest, Fault, Session } from '../flows/app.ts';
import { STYLE } from '../flows/html.ts';
import { createRandom } from '../flows/random.ts';
import type { SurveyedApp } from '../pages/page.ts';

import { startHandler } from './pages.ts';

/** What people with a near server wait for an answer. */
const ANSWER_MS = 15;

const HTML = 'text/html; charset=utf-8';

const NOT_FOUND: AppAnswer = { status: 404, body: 'not found' };

/** A running app. */
export interface FlowServer {
  readonly url: string;
  /** Errors that its pages told it of. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

/** Starts an app on a free port: its data follows from the seed, and it may have faults. */
export async function startFlow(
  app: SurveyedApp,
  seed = 1,
  faults: readonly Fault[] = [],
): Promise<FlowServer> {
  const sessions = new Map<string, Session>();
  const files = new Map([
    ['/style.css', { type: 'text/css', body: STYLE }],
    ['/app.js', { type: 'text/javascript', body: (await app.script?.()) ?? '' }],
    ['/errors', { type: 'text/plain', body: '' }],
  ]);
  const errors: string[] = [];
  const begin = (): Session =>
    app.begin({ random: createRandom(seed), has: (fault) => faults.includes(fault) });
  const { url, stop } = await startHandler((request, response) => {
    void serve(request, response);
  });
  return {
    url,
    errors,
    stop,
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request);
    if (read.path === '/errors') errors.push(read.text);
    const file = files.get(read.path);
    if (file === undefined) {
      const session = sessionOf(request, response);
      await sleep(ANSWER_MS);
      send(response, session(read));
    } else {
      response.writeHead(200, { 'Content-Type': file.type }).end(file.body);
    }
  }

  function sessionOf(request: IncomingMessage, response: ServerResponse): Session {
    const [, known] = /\bsid=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
    const id = known ?? randomUUID();
    const session = sessions.get(id) ?? begin();
    sessions.set(id, session);
    response.setHeader('Set-Cookie', `sid=${id}; Path=/; HttpOnly; SameSite=Lax`);
    return session;
  }
}

async function readRequest(request: IncomingMessage): Promise<AppRequest & { readonly text: string }> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  const body = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    form: type.includes('form') ? await fieldsOf(body, type) : {},
    json: type.includes('json') ? membersOf(body.toString()) : {},
    text: body.toString(),
  };
}

async function fieldsOf(body: Buffer, type: string): Promise<Readonly<Record<string, string>>> {
  const data = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  return Object.fromEntries(
    [...data.entries()].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function send(response: ServerResponse, { status = 200, body, location }: AppAnswer = NOT_FOUND): void {
  if (location !== undefined) response.writeHead(303, { Location: location }).end();
  else if (typeof body === 'string') response.writeHead(status, { 'Content-Type': HTML }).end(body);
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? null));
}
