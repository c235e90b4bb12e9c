/** A gasoline server of its own for each test. */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The binary under test. */
export const BINARY =
  process.env['GASOLINE_BINARY'] ?? fileURLToPath(new URL('../../target/ci/gasoline', import.meta.url));

const LISTENING = /listening on (http:\/\/127\.0\.0\.1:(\d+))/;

/** A running server. */
export interface Server {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a server on a free port, or on the given one to bring it back after `stop`. */
export async function startServer(port = 0, binary = BINARY): Promise<Server> {
  const child = spawn(binary, ['--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await listeningAddress(child);
  return { ...address, stop: () => stop(child) };
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
