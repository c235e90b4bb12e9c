/**
 * Starts a server for the run.
 *
 * Several workers may come at once: all of them start one, one gets the port, the others end and their workers use that one. The
 * server watches the runner's process and ends with it, whatever ended the run.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { isListening, serverUrl } from './server.ts';
import type { ServerAddress } from './server.ts';
import type { StartServer } from './server-link.ts';

/** What to start. */
export interface StartOptions {
  readonly binary: string;
  /** Origins whose pages may send, from the suite's configuration. */
  readonly origins: readonly string[];
}

/** A server is up in milliseconds; this is for a machine that swaps. */
const SLOWEST_START_MS = 5000;

const POLL_MS = 10;

/** Hosts on which a server of this machine can listen. */
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/;

/** Starts a server where none answers. */
export function serverStarter(options: StartOptions): StartServer {
  return async (address) => {
    if (await isListening(address)) return undefined;
    if (!LOOPBACK.test(address.host)) return `no Gasoline server answers at ${serverUrl(address)}`;
    return start(address, options);
  };
}

/** Why there is no server, or undefined if there is one. */
async function start(address: ServerAddress, { binary, origins }: StartOptions): Promise<string | undefined> {
  const allowed = origins.flatMap((origin) => ['--allow-origin', origin]);
  const args = ['--port', String(address.port), '--until-exit', String(runnerProcess()), ...allowed];
  // A group of its own: Ctrl-C ends the runner, and the server takes what the last tests send before it follows.
  const child = spawn(binary, args, { detached: true, stdio: 'ignore' });
  child.unref();
  const failure = once(child, 'error').then(
    ([error]: unknown[]) => `\`${binary}\` cannot be started (${reasonOf(error)})`,
  );
  const waiting = new AbortController();
  const up = untilListening(address, waiting.signal);
  const late = sleep(SLOWEST_START_MS, `\`${binary}\` did not answer in time`, { ref: false });
  const problem = await Promise.race([failure, up, late]);
  waiting.abort();
  return problem;
}

async function untilListening(address: ServerAddress, signal: AbortSignal): Promise<undefined> {
  while (!signal.aborted && !(await isListening(address))) await sleep(POLL_MS);
  return undefined;
}

/** Workers are replaced after a failure; the process that started them lives as long as the run. */
function runnerProcess(): number {
  return process.env['TEST_WORKER_INDEX'] === undefined ? process.pid : process.ppid;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
