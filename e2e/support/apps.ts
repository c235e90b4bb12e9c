/** Builds the apps in `e2e/apps` and `e2e/flows` as people build theirs: with esbuild and with Vite. */

import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { build as buildWithEsbuild } from 'esbuild';
import type { Plugin } from 'esbuild';
import { build as buildWithVite } from 'vite';
import type { PluginOption } from 'vite';

import { vueForEsbuild } from './vue-for-esbuild.ts';

/** Which kind of build. */
export type Mode = 'development' | 'production';

/** Which tool builds it. */
export type Bundler = 'esbuild' | 'vite';

/** The apps in `e2e/flows` whose clients are built. */
export type FlowName = 'react' | 'vue' | 'svelte' | 'shadow' | 'hostile' | 'live';

/** An app in one version of its framework. */
export type AppName =
  | `flow-${FlowName}`
  | 'react16'
  | 'react17'
  | 'react18'
  | 'react19'
  | 'react-redux'
  | 'react-zustand'
  | 'svelte4'
  | 'svelte5'
  | 'vue';

/** An app and how it is built. */
export interface Build {
  readonly app: AppName;
  readonly mode: Mode;
  readonly bundler: Bundler;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const APPS = `${ROOT}e2e/apps`;

const ENTRIES: Readonly<Record<AppName, string>> = {
  react16: 'react/legacy.jsx',
  react17: 'react/legacy.jsx',
  react18: 'react/modern.jsx',
  react19: 'react/modern.jsx',
  'react-redux': 'react/redux.jsx',
  'react-zustand': 'react/zustand.jsx',
  svelte4: 'svelte/main4.js',
  svelte5: 'svelte/main5.js',
  vue: 'vue/main.js',
  'flow-react': '../flows/react/main.jsx',
  'flow-vue': '../flows/vue/main.js',
  'flow-svelte': '../flows/svelte/main.js',
  'flow-shadow': '../flows/shadow/main.js',
  'flow-hostile': '../flows/hostile/main.js',
  'flow-live': '../flows/live/main.js',
};

/** Older versions live in folders of their own. */
const OLDER: readonly AppName[] = ['react16', 'react17', 'react18', 'svelte4'];

/** The folder whose `node_modules` hold the framework. */
function homeOf(app: AppName): string {
  return OLDER.includes(app) ? `${ROOT}frameworks/${app}` : ROOT.slice(0, -1);
}

const built = new Map<string, Promise<string>>();

/** The app as one script with its map in it; each is built once. */
export async function buildApp(build: Build): Promise<string> {
  const name = `${build.app} ${build.mode} ${build.bundler}`;
  const script = built.get(name) ?? (build.bundler === 'vite' ? viteBuilt(build) : esbuilt(build));
  built.set(name, script);
  return script;
}

/** The client of an app in `e2e/flows`. */
export async function buildFlow(name: FlowName): Promise<string> {
  const bundler = name === 'vue' || name === 'svelte' ? 'vite' : 'esbuild';
  return buildApp({ app: `flow-${name}`, mode: 'production', bundler });
}

/** The same script as built with maps switched off: it names none. */
export function withoutMap(script: string): string {
  return script.replace(/\n?\/\/# sourceMappingURL=data:\S+/, '');
}

async function esbuilt({ app, mode }: Build): Promise<string> {
  const home = homeOf(app);
  const { outputFiles } = await buildWithEsbuild({
    absWorkingDir: APPS,
    entryPoints: [ENTRIES[app]],
    outfile: 'app.js',
    bundle: true,
    write: false,
    format: 'iife',
    minify: mode === 'production',
    sourcemap: 'inline',
    conditions: ['svelte', 'browser', mode],
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [frameworkFrom(home), svelteForEsbuild(home, mode), vueForEsbuild(mode === 'production')],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

function frameworkFrom(home: string): Plugin {
  return {
    name: 'framework',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^(react|react-dom|svelte)(\/|$)/ }, ({ path, kind, pluginData }) =>
        pluginData === home ? undefined : resolve(path, { kind, resolveDir: home, pluginData: home }),
      );
    },
  };
}

interface Compiler {
  compile(source: string, options: object): { js: { code: string; map: { toUrl(): string } } };
}

function svelteForEsbuild(home: string, mode: Mode): Plugin {
  return {
    name: 'svelte',
    setup({ onLoad }) {
      onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        // A package without types for an older version; the test fails if it is something else.
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
        const { compile } = createRequire(`${home}/package.json`)('svelte/compiler') as Compiler;
        const options = { dev: mode === 'development', filename: path.slice(APPS.length + 1) };
        const { code, map } = compile(await readFile(path, 'utf8'), options).js;
        return { contents: `${code}\n//# sourceMappingURL=${map.toUrl()}` };
      });
    },
  };
}

/** Plugins ask the environment, which test runners set to something of their own, for the mode. */
async function viteBuilt({ app, mode }: Build): Promise<string> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = mode;
  const home = homeOf(app);
  try {
    const built = await buildWithVite({
      root: APPS,
      configFile: false,
      logLevel: 'error',
      mode,
      plugins: pluginsFor(app, mode),
      resolve: { alias: [{ find: /^(react|react-dom)(?=\/|$)/, replacement: `${home}/node_modules/$1` }] },
      build: {
        write: false,
        minify: mode === 'production',
        sourcemap: 'inline',
        rolldownOptions: { input: `${APPS}/${ENTRIES[app]}`, output: { entryFileNames: 'app.js' } },
      },
    });
    if (!('output' in built)) throw new Error('expected one output');
    return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

function pluginsFor(app: AppName, mode: Mode): PluginOption[] {
  if (app === 'vue' || app === 'flow-vue') return [vue({ isProduction: mode === 'production' })];
  return app === 'svelte5' || app === 'flow-svelte' ? [svelte({ configFile: false })] : [];
}
