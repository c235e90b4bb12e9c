/** How often the tests start what takes long to start: browsers, servers, and Playwright as a process of its own. */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is counted; browsers count themselves, see `counted-chromium.sh`. */
export const KINDS = ['browser', 'server', 'runner'] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** How many of each. */
export type Starts = Readonly<Record<Kind, number>>;

/** A line for each start of this run, by all its processes. */
const FILE = fileURLToPath(new URL('../../target/test-times/starts', import.meta.url));

/** Lets this process and those it starts count. */
export function countStarts(): void {
  process.env['GASOLINE_STARTS'] = FILE;
}

/** Counts one. */
export function noteStart(kind: Kind): void {
  const file = process.env['GASOLINE_STARTS'];
  // Short lines that are appended do not mix with those of other writers.
  if (file !== undefined) appendFileSync(file, `${kind}\n`);
}

/** Begins at nothing. */
export function resetStarts(): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, '');
}

/** How many there were since. */
export function readStarts(): Starts {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const count = (kind: Kind): number => lines.filter((line) => line === kind).length;
  return { browser: count('browser'), server: count('server'), runner: count('runner') };
}
