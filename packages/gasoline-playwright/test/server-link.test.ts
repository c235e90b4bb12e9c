/** A worker's connection to a server that is missing, dies or hangs. */

import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ServerLink } from '../src/server-link.ts';

const warnings: string[] = [];
let server: Server;
let hellos = 0;

/** Answers like a server, as long as it runs. */
beforeEach(async () => {
  hellos = 0;
  warnings.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    warnings.push(String(text));
    return true;
  });
  server = createServer((request, response) => {
    request.resume();
    if (request.url === '/hello') hellos += 1;
    response.end(JSON.stringify({ wire: { min: 1, max: 1 }, run: 'r', version: '0.1.0', received: 1 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

function link(): ServerLink {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a port');
  return new ServerLink({ address: { host: '127.0.0.1', port: address.port } });
}

async function stop(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

test('a server is greeted once, however often it is asked for', async () => {
  const worker = link();
  expect(await Promise.all([worker.open(), worker.open(), worker.open()])).toEqual([true, true, true]);
  await worker.mark({ test_id: 't', action: 'start' });
  expect({ hellos, warnings }).toEqual({ hellos: 1, warnings: [] });
});

test('a missing server is said once, and then nothing is attempted any more', async () => {
  const worker = link();
  await stop();
  expect(await worker.open()).toBe(false);
  await worker.mark({ test_id: 't', action: 'start' });
  const { stats, unavailable } = await worker.snapshot('t');
  expect(stats.total_logs).toBe(0);
  expect(unavailable).toBe(worker.problem);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^\[gasoline\] Nothing is captured in this worker: .* The tests go on\.\n$/);
});

test('a server that dies fails nothing', async () => {
  const worker = link();
  await worker.open();
  await stop();
  worker.delivery.add({ route: '/logs', entries: ['{}'] });
  await worker.delivery.settle();
  await worker.mark({ test_id: 't', action: 'end' });
  expect(warnings).toHaveLength(1);
});

test('a server that cannot be started is the reason', async () => {
  const worker = new ServerLink({
    address: { host: '127.0.0.1', port: 1 },
    start: () => Promise.resolve('`gasoline` cannot be started'),
  });
  expect(await worker.open()).toBe(false);
  expect(worker.problem).toBe('`gasoline` cannot be started');
});
