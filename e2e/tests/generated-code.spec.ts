/** Generated files as their own tools see them: Prettier, the types of Playwright and Cypress, the Recorder's parser. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { parse } from '@puppeteer/replay';
import { format } from 'prettier';
import ts from 'typescript';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Whole files that `cargo test` holds the generator to. */
const GOLDEN = join(repository, 'crates/gasoline-core/tests/codegen');

/** Inside the repository, so that imports are found. */
const CHECKED = join(repository, 'node_modules/.cache/generated-code');

function golden(ending: string): readonly string[] {
  return readdirSync(GOLDEN).filter((name) => name.endsWith(ending));
}

function read(name: string): string {
  return readFileSync(join(GOLDEN, name), 'utf8');
}

test('every file is formatted as Prettier formats it', async () => {
  const names = [...golden('.ts'), ...golden('.replay.json')];
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const parser = name.endsWith('.json') ? 'json' : 'typescript';
    expect(read(name), name).toBe(await format(read(name), { parser, singleQuote: true }));
  }
});

/** Puts each file into a folder of its own, under the name its imports expect; complaints of the compiler. */
function complaints(names: readonly string[], types: readonly string[]): readonly string[] {
  // Another test may be at work on others at the same time.
  const checked = join(CHECKED, types.join('-'));
  rmSync(checked, { recursive: true, force: true });
  const files = names.map((name) => {
    const [, beside = 'flow'] = /\.(fixtures|handlers)\.ts$/.exec(name) ?? [];
    const folder = join(checked, name.replace(/(\.fixtures|\.handlers)?\.ts$/, ''));
    const file = join(folder, `${beside}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    // A script without imports is a module of its own all the same.
    writeFileSync(file, `${read(name)}export {};\n`);
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [...types],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const where = file === undefined ? '' : file.fileName.slice(checked.length);
    return `${where}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

test('Playwright scripts and tests fit its types', () => {
  const names = [
    ...golden('.spec.ts'),
    ...golden('.test.ts'),
    ...golden('.full.ts'),
    ...golden('.fixtures.ts'),
    ...golden('.handlers.ts'),
  ];
  expect(complaints(names, ['node'])).toEqual([]);
});

test('Cypress scripts fit its types', () => {
  expect(complaints(golden('.cy.ts'), ['cypress'])).toEqual([]);
});

test('the Recorder’s own parser reads every flow', () => {
  for (const name of golden('.replay.json')) {
    const flow = parse(JSON.parse(read(name)));
    expect(flow.steps.length, name).toBeGreaterThan(3);
  }
});
