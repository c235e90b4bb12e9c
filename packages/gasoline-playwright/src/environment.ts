/** What the environment says where a configuration is silent. A variable that is set to nothing counts as not set. */

import { delimiter } from 'node:path';

import type { Recording } from './capture-script.ts';

const DEFAULT_PORT = 7890;
const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_BINARY = 'gasoline';

/** Host of the server. */
export function hostFromEnvironment(): string {
  return variable('GASOLINE_HOST') ?? DEFAULT_HOST;
}

/** Port of the server. */
export function portFromEnvironment(): number {
  const named = variable('GASOLINE_PORT');
  if (named === undefined) return DEFAULT_PORT;
  const port = Number(named);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new RangeError(`GASOLINE_PORT is "${named}"; set it to a port number or leave it out.`);
}

/** The program to start. */
export function binaryFromEnvironment(): string {
  return variable('GASOLINE_BINARY') ?? DEFAULT_BINARY;
}

/** The port of the server of `gasoline ci`, if the suite runs under it: then that server is used, and its hook captures. */
export function ciPort(): number | undefined {
  const named = variable('GASOLINE_CI_PORT');
  return named === undefined ? undefined : Number(named);
}

/** Whether `gasoline ci` was asked for a recording. */
export function ciRecording(): Recording {
  return variable('GASOLINE_CI_RECORD') === undefined ? 'no recording' : 'recording';
}

/** Folders with builds whose source maps are not served. */
export function sourceMapFolders(): readonly string[] {
  return (variable('GASOLINE_SOURCE_MAPS') ?? '').split(delimiter).filter((folder) => folder !== '');
}

function variable(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}
