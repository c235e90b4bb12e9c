/** A small web server for test pages. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path answers with. */
export interface TestPage {
  readonly body: string;
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a path in its own way. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** A running web server. */
export interface Pages {
  /** Every request so far, as `METHOD /path`. */
  readonly requests: readonly string[];
  /** Answers a path with a page; HTML unless a type is given. */
  add(path: string, page: TestPage | string): string;
  /** Lets a function answer a path. */
  route(path: string, answer: Route): string;
  /** The server itself, for protocols that begin as HTTP. */
  readonly server: HttpServer;
  /** The address of a path, by default on `localhost`. */
  url(path: string, host?: string): string;
  stop(): Promise<void>;
}

/** Starts a web server on a free port. */
export async function startPages(): Promise<Pages> {
  const pages = new Map<string, TestPage | Route>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(pages, request, response);
  });
  const port = await listen(server);
  const url = (path: string, host = 'localhost'): string => `http://${host}:${port}${path}`;
  return {
    requests,
    server,
    url,
    route(path, answer) {
      pages.set(path, answer);
      return url(path);
    },
    add(path, page) {
      pages.set(path, typeof page === 'string' ? { body: page } : page);
      return url(path);
    },
    stop: () => close(server),
  };
}

/** Lets one function answer everything, on a free port. */
export async function startHandler(answer: Route): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer(answer);
  const port = await listen(server);
  return { url: `http://localhost:${port}`, stop: () => close(server) };
}

async function listen(server: HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server.address());
}

async function close(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

function answer(
  pages: ReadonlyMap<string, TestPage | Route>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const page = pages.get(pathname);
  if (page === undefined) response.writeHead(404).end();
  else if (typeof page === 'function') page(request, response);
  else {
    const headers = { 'Content-Type': page.type ?? 'text/html', ...page.headers };
    response.writeHead(page.status ?? 200, headers).end(page.body);
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
