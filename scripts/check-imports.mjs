/**
 * The import law: which package may import which, and no file that imports itself by way of others.
 *
 *     node scripts/check-imports.mjs
 *
 * Imports of types count too: a cycle of types is still a cycle for the reader.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

/** Left may import right, and nothing else of ours. */
const MAY_IMPORT = {
  'gasoline-wire': [],
  'gasoline-capture': ['gasoline-wire'],
  'gasoline-delivery': ['gasoline-wire'],
  'gasoline-source-maps': ['gasoline-wire'],
  'gasoline-live': ['gasoline-wire', 'gasoline-capture'],
  'gasoline-extension': [
    'gasoline-wire',
    'gasoline-capture',
    'gasoline-delivery',
    'gasoline-live',
    'gasoline-source-maps',
  ],
  'gasoline-ci': ['gasoline-wire', 'gasoline-capture'],
  'gasoline-playwright': [
    'gasoline-wire',
    'gasoline-capture',
    'gasoline-delivery',
    'gasoline-source-maps',
    'gasoline-ci',
  ],
};

function sourceFiles() {
  return readdirSync(PACKAGES, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file));
}

/** Names as they stand in the file. */
function importsOf(file) {
  const text = readFileSync(join(PACKAGES, file), 'utf8');
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

function isRelative(name) {
  return name.startsWith('.');
}

/** Imports of other packages of ours, and relative ones that leave their package. */
function brokenEdges(file) {
  const [owner] = file.split('/');
  const targets = importsOf(file).map((name) =>
    isRelative(name) ? join(dirname(file), name).split('/')[0] : name.split('/')[0],
  );
  return targets
    .filter((target) => target in MAY_IMPORT && target !== owner && !MAY_IMPORT[owner].includes(target))
    .map((target) => `packages/${file} imports ${target}, which ${owner} may not`);
}

/** The files of the first cycle found from `file`, or undefined. */
function findCycle(file, imports, path, done) {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  if (done.has(file)) return undefined;
  for (const next of imports.get(file) ?? []) {
    const cycle = findCycle(next, imports, [...path, file], done);
    if (cycle) return cycle;
  }
  done.add(file);
  return undefined;
}

function cycles(files) {
  const resolve = (file) =>
    importsOf(file)
      .filter(isRelative)
      .map((name) => relative(PACKAGES, join(PACKAGES, dirname(file), name)));
  const imports = new Map(files.map((file) => [file, resolve(file)]));
  const done = new Set();
  return files
    .map((file) => findCycle(file, imports, [], done))
    .filter((cycle) => cycle !== undefined)
    .map((cycle) => `cycle: ${cycle.join(' → ')}`);
}

const files = sourceFiles();
const problems = [...files.flatMap(brokenEdges), ...cycles(files)];
for (const problem of problems) console.error(`error: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
