/** Single-file components of Vue for esbuild, by Vue's own compiler; Vite has a plugin for them. */

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import type { Plugin } from 'esbuild';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import type { SFCDescriptor } from 'vue/compiler-sfc';

/** Compiles `.vue` files, with maps to what was written. */
export function vueForEsbuild(isProduction: boolean): Plugin {
  return {
    name: 'vue',
    setup({ onLoad }) {
      onLoad({ filter: /\.vue$/ }, async ({ path }) => {
        const { descriptor } = parse(await readFile(path, 'utf8'), { filename: basename(path) });
        return { contents: compiled(descriptor, isProduction) };
      });
    },
  };
}

function compiled(descriptor: SFCDescriptor, isProd: boolean): string {
  const { filename, scriptSetup } = descriptor;
  const { content, map } = compileScript(descriptor, {
    id: filename,
    isProd,
    inlineTemplate: true,
    genDefaultAs: 'component',
  });
  const render = scriptSetup === null ? renderFunction(descriptor, isProd) : '';
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${content}
${render}
export default component;
//# sourceMappingURL=data:application/json;base64,${encoded}`;
}

/** A template beside an ordinary script is a function of its own. */
function renderFunction({ filename, template }: SFCDescriptor, isProd: boolean): string {
  const { code } = compileTemplate({ source: template?.content ?? '', filename, id: filename, isProd });
  return `${code}\ncomponent.render = render;`;
}
