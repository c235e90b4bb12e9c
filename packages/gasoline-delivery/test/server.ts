/** A server that plays through a script of answers and remembers what it was sent. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** One request as it arrived. */
export interface Received {
  readonly path: string;
  readonly body: unknown;
}

/** An answer; without a body it is the usual one. */
export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A running server. */
export interface ScriptedServer {
  readonly url: string;
  readonly received: Received[];
  /** Answers still to be given to posts of entries; then 200. */
  readonly answers: Answer[];
  /** The answer to hello. */
  welcome: unknown;
  stop(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startScripted(): Promise<ScriptedServer> {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = request.url ?? '';
      received.push({ path, body });
      const {
        status,
        headers,
        body: answer,
      } = path === '/hello' ? { status: 200, body: scripted.welcome } : nextAnswer();
      response.writeHead(status, headers).end(JSON.stringify(answer ?? { received: 1 }));
    });
  });
  const nextAnswer = (): Answer => answers.shift() ?? { status: 200 };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const scripted: ScriptedServer = {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    welcome: { version: '0.1.0', wire: { min: 1, max: 1 }, run: 'run', time: '', settings: {} },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return scripted;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const body: unknown = JSON.parse(await text(request));
  return body;
}
