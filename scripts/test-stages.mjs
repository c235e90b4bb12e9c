/**
 * Runs the stages of `make test`: those that can do so side by side, each silent until it ends.
 *
 *     node scripts/test-stages.mjs           runs them and prints how long each took
 *     node scripts/test-stages.mjs --times   prints the times of the last run, and those of the browser tests by file
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { browserTable, stageTable } from './test-times.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TIMES = fileURLToPath(new URL('../target/test-times/stages.json', import.meta.url));
const BROWSER_TIMES = fileURLToPath(new URL('../target/test-times/browser.json', import.meta.url));

/**
 * Lanes run side by side, the targets of one after the other: two lanes for two cores. Cargo allows one build at a time, so all
 * of Rust is one lane. The browser tests have two workers of their own and run alone, with what the others have built.
 */
const LANES = [
  ['lint-rust', 'test-rust', 'test-conformance'],
  ['lint-typescript', 'test-typescript'],
];
const LAST = ['test-browser'];

async function runAll() {
  const times = [];
  const running = new Set();
  const failure = await runLanes(times, running).then(
    () => undefined,
    ({ message }) => message,
  );
  for (const child of running) child.kill('SIGTERM');
  await mkdir(dirname(TIMES), { recursive: true });
  await writeFile(TIMES, JSON.stringify(times));
  console.log(stageTable(times));
  console.log(failure ?? 'all tests passed');
  if (failure !== undefined) process.exitCode = 1;
}

async function runLanes(times, running) {
  await Promise.all(LANES.map((lane) => runLane(lane, times, running)));
  await runLane(LAST, times, running);
}

/** Runs targets one after the other; rejects with what the first printed that failed. */
async function runLane(targets, times, running) {
  for (const target of targets) {
    const start = performance.now();
    console.log(`${target}: started`);
    const { code, output } = await runTarget(target, running);
    const seconds = (performance.now() - start) / 1000;
    times.push({ target, seconds });
    const took = `${Math.round(seconds)} s`;
    if (code !== 0)
      throw new Error(`${output}\n${target} failed after ${took}; repeat it alone: make ${target}`);
    console.log(`${target}: passed in ${took}`);
  }
}

/** Runs a target of the Makefile. Where make is stopped, it stops what it has started. */
async function runTarget(target, running) {
  const child = spawn('make', ['--no-print-directory', target], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Flags of the make that called this would be taken for its own.
    env: { ...process.env, MAKEFLAGS: '' },
  });
  running.add(child);
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  running.delete(child);
  return { code, output: Buffer.concat(chunks).toString() };
}

async function printTimes() {
  const read = async (file) => JSON.parse(await readFile(file, 'utf8'));
  try {
    console.log(stageTable(await read(TIMES)));
    console.log(browserTable(await read(BROWSER_TIMES)));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    console.error('nothing was measured yet: run `make test` first');
    process.exitCode = 1;
  }
}

if (process.argv.includes('--times')) await printTimes();
else await runAll();
