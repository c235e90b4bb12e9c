/**
 * One run of the suite: what is expected to fail must fail, and everything else must pass.
 *
 * The suite needs a newer Node than we do. It comes as packages, one per platform, so that it is locked by checksum and
 * needs no install script.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const SUITE = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Runs every scenario against the server at `url`. */
export async function expectConformance(url: string, expectedFailures: string): Promise<void> {
  const baseline = here(`expected-failures/${expectedFailures}.yml`);
  const suite = spawn(
    process.execPath,
    [SUITE, 'server', '--url', url, '--suite', 'all', '--expected-failures', baseline],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(suite, 'exit');
  const report = await text(suite.stdout);
  await ended;
  assert.equal(suite.exitCode, 0, report);
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
