/** A loader for `node:module`'s `register`: takes the types out of TypeScript modules. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { transform } from 'esbuild';

/** The hook Node calls for each module. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const source = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(source, { loader: 'ts', target: 'es2022', sourcemap: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
