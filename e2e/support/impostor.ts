/** Programs that answer on a port where a gasoline server is expected. */

import { once } from 'node:events';
import { createServer } from 'node:http';

/** What is answered to a path; 404 for others. */
export type Answers = Readonly<Record<string, string>>;

/** Starts a program that answers with fixed bodies, on any port or the given one. */
export async function startImpostor(
  answers: Answers,
  port = 0,
): Promise<{ port: number; paths: string[]; stop(): Promise<void> }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    request.resume();
    const body = answers[path];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    port: address.port,
    paths,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server of ours, but of another version that reads these wire versions. */
export function otherVersion(version: string, wire: { min: number; max: number }): Answers {
  return {
    '/health': JSON.stringify({ status: 'ok', version, entries: 0, clients: 0 }),
    '/hello': JSON.stringify({
      version,
      wire,
      run: 'run',
      time: '2026-01-02T03:04:05.678Z',
      settings: {},
      mismatch: 'versions do not fit',
    }),
  };
}
