import { createRequire } from 'node:module';

import type { Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';

import { bundle, openApp, ROOT } from './app.ts';
import type { Mode } from './app.ts';

const FILES: Readonly<Record<string, string>> = {
  'App.svelte': `<script>
    import Page from './LoginPage.svelte';
    import Form from './LoginForm.svelte';
  </script><main><Page title="Login">FORM</Page></main>`,
  'LoginPage.svelte': `<section><slot></slot></section>`,
  'LoginForm.svelte': `<script>
    export let email = '';
    function submit() { throw new TypeError('no user'); }
  </script><form>{#if email === ''}<button id="throw" type="button" on:click={submit}>Save</button>{/if}</form>`,
};

interface Compiler {
  compile(source: string, options: object): { js: { code: string } };
}

/** Compiles the files above with the Svelte of a folder. */
function svelte(folder: string, mode: Mode): Plugin {
  // A package without types for this use; its two options are the same in both versions.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  const { compile } = createRequire(`${ROOT}${folder}/package.json`)('svelte/compiler') as Compiler;
  const dev = mode === 'development';
  return {
    name: 'svelte',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.svelte$/ }, ({ path }) => ({ path: path.slice(2), namespace: 'svelte' }));
      onLoad({ filter: /./, namespace: 'svelte' }, ({ path }) => {
        const source = (FILES[path] ?? '').replace('FORM', '<Form />');
        const { js } = compile(source, { dev, filename: `src/${path}` });
        return { contents: js.code, resolveDir: `${ROOT}${folder}` };
      });
    },
  };
}

const VERSIONS = [
  {
    version: 4,
    names: ['App', 'LoginPage', 'LoginForm'],
    folder: 'frameworks/svelte4',
    source: `import App from './App.svelte'; new App({ target: document.getElementById('app') });`,
  },
  {
    version: 5,
    // It tells by which name a component is used, rather than its file.
    names: ['App', 'Page', 'LoginForm'],
    folder: 'e2e',
    source: `import { flushSync, mount } from 'svelte'; import App from './App.svelte';
      mount(App, { target: document.getElementById('app') }); flushSync();`,
  },
];

describe.each(VERSIONS)('Svelte $version', ({ folder, source, names }) => {
  const contextsIn = async (mode: Mode): Promise<readonly unknown[]> => {
    const app = await openApp(await bundle(source, mode, folder, [svelte(folder, mode)]));
    app.click('#throw');
    return app.contexts();
  };

  it('tells the files of the components in development', async () => {
    expect(await contextsIn('development')).toEqual([
      {
        componentAncestry: {
          framework: 'svelte',
          components: names.map((name) => ({ name })),
          // Svelte may also have been drawing: a handler is likely, not known.
          near: 'its click was being handled',
        },
      },
    ]);
  });

  it('says that there is nothing to tell in production', async () => {
    expect(await contextsIn('production')).toEqual([
      {
        missing: {
          componentAncestry: 'production builds of Svelte do not tell which component an element belongs to',
        },
      },
    ]);
  });
});
