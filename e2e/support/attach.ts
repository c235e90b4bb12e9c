/** `gasoline attach` as a process beside the browser it captures. */

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { BINARY } from './server.ts';
import type { Server } from './server.ts';

/** A running `gasoline attach`. */
export interface Attachment {
  /** Every line it has written to standard error. */
  readonly said: readonly string[];
  /** Waits until a line contains `text`. */
  saying(text: string): Promise<void>;
  /** Waits for its end and returns its exit status. */
  ended(): Promise<number | null>;
  /** Asks it to stop and waits for its end. */
  stop(): Promise<number | null>;
}

/** Starts it and waits until it captures. */
export function attach(server: Server, ...options: string[]): Promise<Attachment> {
  return attachIn({}, server, ...options);
}

/** The same, with these environment variables besides. */
export async function attachIn(
  environment: Readonly<Record<string, string>>,
  server: Server,
  ...options: string[]
): Promise<Attachment> {
  const attachment = start(environment, server.port, options);
  await attachment.saying('capturing ');
  return attachment;
}

/** Starts it. */
export function startAttach(port: number, ...options: string[]): Attachment {
  return start({}, port, options);
}

function start(
  environment: Readonly<Record<string, string>>,
  port: number,
  options: readonly string[],
): Attachment {
  const child = spawn(BINARY, ['attach', '--port', String(port), ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const exit = once(child, 'exit');
  const { said, saying } = listen(child);
  const ended = async (): Promise<number | null> => {
    await exit;
    return child.exitCode;
  };
  return {
    said,
    saying,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended();
    },
  };
}

function listen(child: ChildProcess): Pick<Attachment, 'said' | 'saying'> {
  if (child.stderr === null) throw new Error('stderr is not piped');
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  lines.on('line', (line) => said.push(line));
  const closed = once(lines, 'close').then(() => 'closed' as const);
  const saying = async (text: string): Promise<void> => {
    while (!said.some((line) => line.includes(text))) {
      const next = await Promise.race([once(lines, 'line'), closed]);
      if (next === 'closed') throw new Error(`ended without saying "${text}":\n${said.join('\n')}`);
    }
  };
  return { said, saying };
}
