/** Programs the demo starts, and how it knows that they are ready. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The binary that is shown; `make demo` builds it. */
export const BINARY =
  process.env.GASOLINE_BINARY ?? fileURLToPath(new URL('../target/release/gasoline', import.meta.url));

/** Starts gasoline with arguments and waits for a line that matches `ready`; gives the match. */
export async function startGasoline(args, ready) {
  const child = spawn(BINARY, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const seen = [];
  for await (const line of createInterface({ input: child.stderr })) {
    seen.push(line);
    const match = ready.exec(line);
    if (match === null) continue;
    child.stderr.resume();
    return { match, stop: () => stop(child) };
  }
  throw new Error(`gasoline ${args.join(' ')} ended early:\n${seen.join('\n')}`);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
