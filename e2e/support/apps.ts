/** Builds the apps in `e2e/apps` and `e2e/flows` as people build theirs: React and Svelte 4 with esbuild, Vue and Svelte 5 with Vite. */

import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { build as buildWithEsbuild } from 'esbuild';
import type { Plugin } from 'esbuild';
import { build as buildWithVite } from 'vite';
import type { PluginOption } from 'vite';

/** Which kind of build. */
export type Mode = 'development' | 'production';

/** An app in one version of its framework. */
export type AppName =
  | 'react16'
  | 'react17'
  | 'react18'
  | 'react19'
  | 'react-redux'
  | 'react-zustand'
  | 'svelte4'
  | 'svelte5'
  | 'vue';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const APPS = `${ROOT}e2e/apps`;

/** The app as one script. */
export async function buildApp(name: AppName, mode: Mode): Promise<string> {
  switch (name) {
    case 'react16':
    case 'react17':
      return esbuilt('react/legacy.jsx', mode, `${ROOT}frameworks/${name}`);
    case 'react18':
      return esbuilt('react/modern.jsx', mode, `${ROOT}frameworks/${name}`);
    case 'react19':
      return esbuilt('react/modern.jsx', mode, ROOT);
    case 'react-redux':
    case 'react-zustand':
      return esbuilt(`react/${name.slice('react-'.length)}.jsx`, mode, ROOT);
    case 'svelte4':
      return esbuilt('svelte/main4.js', mode, `${ROOT}frameworks/${name}`);
    case 'svelte5':
      return viteBuilt('svelte/main5.js', mode, svelte({ configFile: false }));
    case 'vue':
      return viteBuilt('vue/main.js', mode, vue({ isProduction: mode === 'production' }));
  }
}

/** The apps in `e2e/flows` whose clients are built. */
export type FlowName = 'react' | 'vue' | 'svelte' | 'shadow' | 'hostile';

/** Built once in a process, however many servers serve it. */
const builtFlows = new Map<FlowName, Promise<string>>();

/** The client of an app in `e2e/flows` as one script. */
export function buildFlow(name: FlowName): Promise<string> {
  const built = builtFlows.get(name) ?? flowBuilt(name);
  builtFlows.set(name, built);
  return built;
}

function flowBuilt(name: FlowName): Promise<string> {
  const entry = `../flows/${name}/main`;
  switch (name) {
    case 'react':
      return esbuilt(`${entry}.jsx`, 'production', ROOT);
    case 'vue':
      return viteBuilt(`${entry}.js`, 'production', vue({ isProduction: true }));
    case 'svelte':
      return viteBuilt(`${entry}.js`, 'production', svelte({ configFile: false }));
    case 'shadow':
    case 'hostile':
      return esbuilt(`${entry}.js`, 'production', ROOT);
  }
}

/** `home` is the folder whose `node_modules` hold the framework. */
async function esbuilt(entry: string, mode: Mode, home: string): Promise<string> {
  const { outputFiles } = await buildWithEsbuild({
    entryPoints: [`${APPS}/${entry}`],
    bundle: true,
    write: false,
    format: 'iife',
    minify: mode === 'production',
    sourcemap: 'inline',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    plugins: [frameworkFrom(home), svelte4(home, mode)],
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
  compile(source: string, options: object): { js: { code: string } };
}

function svelte4(home: string, mode: Mode): Plugin {
  return {
    name: 'svelte4',
    setup({ onLoad }) {
      onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        // A package without types for an older version; the test fails if it is something else.
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
        const { compile } = createRequire(`${home}/package.json`)('svelte/compiler') as Compiler;
        const options = { dev: mode === 'development', filename: path.slice(APPS.length + 1) };
        return { contents: compile(await readFile(path, 'utf8'), options).js.code };
      });
    },
  };
}

/** Plugins ask the environment, which test runners set to something of their own, for the mode. */
async function viteBuilt(entry: string, mode: Mode, plugin: PluginOption): Promise<string> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = mode;
  try {
    const built = await buildWithVite({
      root: APPS,
      configFile: false,
      logLevel: 'error',
      mode,
      plugins: [plugin],
      build: {
        write: false,
        minify: mode === 'production',
        sourcemap: 'inline',
        rolldownOptions: { input: `${APPS}/${entry}` },
      },
    });
    if (!('output' in built)) throw new Error('expected one output');
    return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
