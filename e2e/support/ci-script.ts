/** The CI script as one loads it without a runner: it finds no binding and sends beacons. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Server } from './server.ts';

const SCRIPTS = fileURLToPath(new URL('../../packages/gasoline-ci/dist/', import.meta.url));

/** The script, preceded by what it must know of its server. */
export function beaconScript({ port }: Pick<Server, 'port'>, file = 'gasoline-ci.min.js'): string {
  return `globalThis.__GASOLINE_PORT = ${port};\n${readFileSync(SCRIPTS + file, 'utf8')}`;
}
