/** A gasoline server of its own for each test. */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { noteStart } from './starts.ts';

/** The binary under test. */
export const BINARY =
  process.env['GASOLINE_BINARY'] ?? fileURLToPath(new URL('../../target/ci/gasoline', import.meta.url));

const LISTENING = /listening on (http:\/\/127\.0\.0\.1:(\d+))/;

/** A server that was started. */
export interface Server {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  /** Brings it back on its port; it has forgotten everything. */
  start(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startServer(binary = BINARY): Promise<Server> {
  let child = spawnServer(binary, 0);
  const address = await listeningAddress(child);
  return {
    ...address,
    stop: () => stop(child),
    async start() {
      child = spawnServer(binary, address.port);
      await listeningAddress(child);
    },
  };
}

function spawnServer(binary: string, port: number): ChildProcess {
  noteStart('server');
  return spawn(binary, ['--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function listeningAddress(child: ChildProcess): Promise<{ url: string; port: number }> {
  if (child.stderr === null) throw new Error('stderr is not piped');
  const seen: string[] = [];
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) {
    seen.push(line);
    const [, url, port] = LISTENING.exec(line) ?? [];
    if (url === undefined) continue;
    // Keep reading, or the server would block on a full pipe.
    child.stderr.resume();
    return { url, port: Number(port) };
  }
  throw new Error(`${child.spawnfile} ended before it listened:\n${seen.join('\n')}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
