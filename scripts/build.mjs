/**
 * Builds the browser bundles, which are committed: the server embeds them, so that `cargo build` alone gives a
 * complete product.
 *
 *     node scripts/build.mjs           writes them
 *     node scripts/build.mjs --check   fails, naming the files, when a committed one differs from a fresh build
 */

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { minify as shrink } from 'terser';
import ts from 'typescript';

import { startedEagerly } from './eager.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXTENSION = 'packages/gasoline-extension';
const EXTENSION_OUT = `${EXTENSION}/dist`;
const CI = 'packages/gasoline-ci';
const LIVE = 'packages/gasoline-live';
const PLAYWRIGHT = 'packages/gasoline-playwright';

/** Stands in for globals a library of ours would otherwise take from the page; the file says why. */
const PAGE_GLOBALS = 'packages/gasoline-capture/src/vitals-globals.ts';

/**
 * `dom-accessibility-api` brings stand-ins for what browsers without ES2015 lack. Ours need none of their generality,
 * and unlike the built-ins no page can have replaced these.
 */
const SMALL_STAND_INS = {
  name: 'small-stand-ins',
  setup({ onLoad }) {
    onLoad({ filter: /dom-accessibility-api\/dist\/polyfills\/array\.from\.mjs$/ }, () => ({
      contents: `export default (list) => {
        const array = [];
        for (let at = 0; at < list.length; at += 1) array[at] = list[at];
        return array;
      };`,
    }));
    onLoad({ filter: /dom-accessibility-api\/dist\/polyfills\/SetLike\.mjs$/ }, () => ({
      contents: `export default class {
        items = [];
        add(item) { this.items[this.items.length] = item; }
        has(item) {
          for (let at = 0; at < this.items.length; at += 1) if (this.items[at] === item) return true;
          return false;
        }
      }`,
    }));
  },
};

/** Makes the browser's own functions of a script that comes late those of the one that came first. */
const BORROWED = {
  name: 'borrowed',
  setup({ onLoad }) {
    const borrow = (lender, filter) => {
      onLoad({ filter }, async ({ path }) => {
        const { metafile } = await build({
          entryPoints: [path],
          write: false,
          format: 'esm',
          metafile: true,
        });
        const [{ exports }] = Object.values(metafile.outputs);
        return { contents: exports.map((name, index) => borrowed(lender, name, index)).join('\n') };
      });
    };
    borrow('primordials', /gasoline-capture\/src\/primordials\.ts$/);
    borrow('vitalsGlobals', /gasoline-capture\/src\/vitals-globals\.ts$/);
    // These two have state, or a class by which their values are known: both parts must have the same.
    borrow('json', /gasoline-capture\/src\/json\.ts$/);
    borrow('patch', /gasoline-capture\/src\/patch\.ts$/);
  },
};

/** Around a script that comes first: what it finds may not be the browser's any more, and the page hears nothing of that. */
const GUARDED = { banner: '"use strict"; try {', footer: '} catch {}' };

/** What its libraries name, and what they get. */
const BORROWED_GLOBALS = {
  Set: 'borrowed.ownCollections.Set',
  Map: 'borrowed.ownCollections.Map',
  WeakMap: 'borrowed.ownCollections.WeakMap',
};

/** A name may have a dot in it, see `vitals-globals.ts`. */
function borrowed(lender, name, index) {
  const quoted = JSON.stringify(name);
  return `const lent${index} = borrowed.${lender}[${quoted}]; export { lent${index} as ${quoted} };`;
}

/**
 * Around such a script: the window's mark leads to the first. A library in it may use what the page has replaced: then
 * this part is not there, and the page hears nothing of it.
 */
const HANDED_OVER = {
  banner: { js: "try { window[Symbol.for('gasoline.capture')]?.accept?.((borrowed, handOver) => {" },
  footer: { js: '}); } catch {}' },
};

/**
 * `world` says whose globals the code meets; `budget` is the gzipped size in bytes above which the build fails.
 *
 * `sourceUrl` renames the script in stacks. Under its own `chrome-extension:` address Chrome takes each console line
 * that passes our wrapper for one of the extension: it reports it on chrome://extensions, and a `console.error` costs
 * 140 µs instead of 20. By the scheme capture knows its own frames: it passes over them where it names the page's
 * code, and takes them off the errors of calls that went through it.
 */
const BUNDLES = [
  {
    entry: `${EXTENSION}/src/page.ts`,
    out: `${EXTENSION_OUT}/page.js`,
    world: 'page',
    budget: 40_000,
    minify: true,
    sourceUrl: 'gasoline:page.js',
  },
  {
    entry: `${EXTENSION}/src/late.ts`,
    out: `${EXTENSION_OUT}/late.js`,
    world: 'page',
    budget: 33_000,
    minify: true,
    sourceUrl: 'gasoline:late.js',
    borrows: true,
  },
  {
    entry: `${EXTENSION}/src/relay.ts`,
    out: `${EXTENSION_OUT}/relay.js`,
    world: 'isolated world',
    budget: 6_000,
  },
  {
    entry: `${EXTENSION}/src/worker.ts`,
    out: `${EXTENSION_OUT}/worker.js`,
    world: 'service worker',
    budget: 46_000,
  },
  {
    entry: `${EXTENSION}/src/popup/popup.ts`,
    out: `${EXTENSION_OUT}/popup.js`,
    world: 'extension page',
    budget: 10_000,
  },
  {
    entry: `${EXTENSION}/src/options/options.ts`,
    out: `${EXTENSION_OUT}/options.js`,
    world: 'extension page',
    budget: 10_000,
  },
  {
    entry: `${LIVE}/src/live.ts`,
    out: `${EXTENSION_OUT}/live.js`,
    world: 'isolated world',
    // With what a picture needs: rest, visible elements, boxes.
    budget: 15_000,
  },
  {
    entry: `${LIVE}/src/live.ts`,
    out: `${CI}/dist/gasoline-live.js`,
    world: 'isolated world',
    budget: 11_500,
    minify: true,
  },
  {
    entry: `${LIVE}/src/axe.ts`,
    out: `${EXTENSION_OUT}/axe.js`,
    world: 'isolated world',
    budget: 210_000,
    minify: true,
    // Its licence asks for it.
    legalComments: 'inline',
  },
  {
    entry: `${CI}/src/index.ts`,
    out: `${CI}/dist/gasoline-ci.js`,
    world: 'page',
    // One file with everything: whatever came after it would be a request that the page sees.
    budget: 103_500,
    sourceUrl: 'gasoline:ci.js',
  },
  {
    entry: `${CI}/src/index.ts`,
    out: `${CI}/dist/gasoline-ci.min.js`,
    world: 'page',
    budget: 63_500,
    minify: true,
    sourceUrl: 'gasoline:ci.js',
  },
  {
    entry: `${CI}/src/light.ts`,
    out: `${CI}/dist/gasoline-ci-light.min.js`,
    world: 'page',
    budget: 42_300,
    minify: true,
    sourceUrl: 'gasoline:ci.js',
  },
  {
    entry: `${CI}/src/late.ts`,
    out: `${CI}/dist/gasoline-ci-late.min.js`,
    world: 'page',
    budget: 29_000,
    minify: true,
    sourceUrl: 'gasoline:late.js',
    borrows: true,
  },
];

/**
 * What runs in Node, under Playwright: the published package, and what `gasoline ci` brings to a suite. Each is one file, because
 * our other packages are not published. The package holds what both ways of use need, and what is known of a failure (the second look at a page, what the
 * test itself made up, maps that are not served) took it beyond 42 KB: it is loaded once for each worker, never into a page.
 */
const NODE_BUNDLES = [
  { entry: `${PLAYWRIGHT}/src/index.ts`, out: `${PLAYWRIGHT}/dist/index.cjs`, budget: 44_500 },
  { entry: `${PLAYWRIGHT}/src/hook.ts`, out: `${PLAYWRIGHT}/dist/ci/hook.cjs`, budget: 42_000 },
  {
    entry: `${PLAYWRIGHT}/src/gasoline-reporter.ts`,
    out: `${PLAYWRIGHT}/dist/ci/reporter.cjs`,
    budget: 10_000,
  },
];

/** For `import`: the same instance as for `require`, because a suite may use both. */
const ESM_ENTRY = `// The same instance as for require().
import api from './index.cjs';

export const { captureContext, expect, test } = api;
`;

/** Files that go into the extension as they are. */
const COPIES = [
  { from: 'crates/gasoline/src/attach/survey.js', out: `${EXTENSION_OUT}/survey.js` },
  ...[
    'pages/pages.css',
    'popup/popup.css',
    'popup/popup.html',
    'options/options.css',
    'options/options.html',
  ].map((file) => ({ from: `${EXTENSION}/src/${file}`, out: `${EXTENSION_OUT}/${file.split('/').at(-1)}` })),
  ...[16, 32, 48, 128].map((size) => ({
    from: `${EXTENSION}/icons/${size}.png`,
    out: `${EXTENSION_OUT}/icons/${size}.png`,
  })),
];

async function main() {
  const { version } = await readJson('package.json');
  const files = [
    ...(await Promise.all(BUNDLES.map((bundle) => bundled(bundle, version)))),
    ...(await Promise.all(
      COPIES.map(async ({ from, out }) => ({ out, bytes: await readFile(join(ROOT, from)) })),
    )),
    await manifest(version),
    ...(await Promise.all(NODE_BUNDLES.map((bundle) => nodeBundled(bundle, version)))),
    { out: `${PLAYWRIGHT}/dist/index.js`, bytes: Buffer.from(ESM_ENTRY) },
    ...(await declarations()),
  ];
  const problems = [...(await wrongVersions(version)), ...overBudget(files)];
  if (process.argv.includes('--check')) problems.push(...(await differences(files)));
  else await Promise.all(files.map(write));
  report(files, problems);
}

async function bundled(
  { entry, out, world, budget, sourceUrl, minify = false, borrows = false, legalComments = 'none' },
  version,
) {
  const guard = world === 'page' ? GUARDED : { banner: '', footer: '' };
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: out,
    write: false,
    bundle: true,
    // Nothing may become a global of the page.
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments,
    minify,
    inject: world === 'page' ? [PAGE_GLOBALS] : [],
    plugins: [SMALL_STAND_INS, ...(borrows ? [BORROWED] : [])],
    define: { GASOLINE_VERSION: JSON.stringify(version), ...(borrows ? BORROWED_GLOBALS : {}) },
    banner: { js: [minify ? '' : banner(entry, world, version), guard.banner].join('\n').trim() },
    footer: { js: [guard.footer, sourceUrl ? `//# sourceURL=${sourceUrl}` : ''].join('\n').trim() },
    ...(borrows ? HANDED_OVER : {}),
  });
  const bytes = Buffer.from(outputFiles[0].contents);
  return { out, budget, bytes: minify && world === 'page' ? await smaller(bytes, sourceUrl) : bytes };
}

async function nodeBundled({ entry, out, budget }, version) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: out,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    charset: 'utf8',
    // Licences of the libraries in it ask for it.
    legalComments: 'eof',
    external: ['@playwright/test', '@playwright/test/*', 'gasoline-ci'],
    define: { GASOLINE_VERSION: JSON.stringify(version) },
    banner: { js: `// Gasoline ${version}. Built from ${entry} by scripts/build.mjs, do not edit.` },
  });
  return { out, budget, bytes: Buffer.from(outputFiles[0].contents) };
}

/** The package's declarations as one file, once for `import` and once for `require`: what they name is in two files. */
async function declarations() {
  const parts = await Promise.all(
    ['public.ts', 'index.ts'].map(async (file) => {
      const text = await readFile(join(ROOT, PLAYWRIGHT, 'src', file), 'utf8');
      const { outputText } = ts.transpileDeclaration(text, {
        fileName: file,
        compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2022 },
      });
      return outputText;
    }),
  );
  const [types, values] = parts.map((text) =>
    text.replaceAll(/^(import|export) type [^;]*? from '\.\/[^']*';\n/gm, ''),
  );
  const bytes = Buffer.from(`${values.trim()}\n\n${types.trim()}\n`);
  return ['d.ts', 'd.cts'].map((ending) => ({ out: `${PLAYWRIGHT}/dist/index.${ending}`, bytes }));
}

/** What every page loads goes through terser as well, which takes another fifteenth off esbuild's work. */
async function smaller(bytes, sourceUrl) {
  const { code } = await shrink(bytes.toString(), {
    ecma: 2020,
    compress: { passes: 3 },
    // A single character beyond Latin-1 would double the text that each process holds.
    format: { comments: false, ascii_only: true },
  });
  return Buffer.from(`${startedEagerly(code)}\n//# sourceURL=${sourceUrl}\n`);
}

function banner(entry, world, version) {
  return `// Gasoline ${version}: runs in the ${world}. Built from ${entry} by scripts/build.mjs, do not edit.`;
}

async function manifest(version) {
  const { manifest_version, name, ...rest } = await readJson(`${EXTENSION}/manifest.json`);
  const complete = { manifest_version, name, version, ...rest };
  return {
    out: `${EXTENSION_OUT}/manifest.json`,
    bytes: Buffer.from(`${JSON.stringify(complete, null, 2)}\n`),
  };
}

/** The version stands in the root `package.json`; every other place must agree. */
async function wrongVersions(version) {
  const folders = (await readdir(join(ROOT, 'packages'))).map((folder) => `packages/${folder}`);
  const places = await Promise.all(
    [...folders, 'e2e'].map(async (folder) => [
      `${folder}/package.json`,
      (await readJson(`${folder}/package.json`)).version,
    ]),
  );
  const cargo = await readFile(join(ROOT, 'Cargo.toml'), 'utf8');
  places.push(['Cargo.toml', /\[workspace\.package\]\s+version = "([^"]+)"/.exec(cargo)?.[1]]);
  return places
    .filter(([, found]) => found !== version)
    .map(([place, found]) => `${place} says version ${found}, package.json says ${version}`);
}

function overBudget(files) {
  return files
    .filter(({ bytes, budget }) => gzipped(bytes) > budget)
    .map(({ out, bytes, budget }) => `${out} has ${gzipped(bytes)} bytes gzipped, its budget is ${budget}`);
}

/** Changed, missing and left-over files. */
async function differences(files) {
  const changed = await Promise.all(
    files.map(async ({ out, bytes }) => {
      const committed = await readFile(join(ROOT, out)).catch(() => undefined);
      return committed?.equals(bytes)
        ? []
        : [`${out} differs from its source: run npm run build and commit it`];
    }),
  );
  const expected = new Set(files.map(({ out }) => out));
  const present = await Promise.all([EXTENSION_OUT, `${CI}/dist`, `${PLAYWRIGHT}/dist`].map(filesBelow));
  const surplus = present.flat().filter((file) => !expected.has(file));
  return [...changed.flat(), ...surplus.map((file) => `${file} is not built from anything: remove it`)];
}

async function filesBelow(folder) {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

async function write({ out, bytes }) {
  const file = join(ROOT, out);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

function report(files, problems) {
  for (const { out, bytes, budget } of files.filter((file) => file.budget !== undefined)) {
    console.log(`${out}  ${bytes.length} bytes, ${gzipped(bytes)} gzipped of ${budget}`);
  }
  for (const problem of problems) console.error(`error: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

function gzipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

async function readJson(path) {
  return JSON.parse(await readFile(join(ROOT, path), 'utf8'));
}

await main();
