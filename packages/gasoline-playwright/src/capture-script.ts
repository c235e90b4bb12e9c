/** The script that runs in pages, with its settings in front of it. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Reads the text of the script. */
export type ReadScript = () => Promise<string>;

/** The script of the package `gasoline-ci`, which is installed beside this one. */
export const installedScript: ReadScript = () =>
  readFile(createRequire(__filename).resolve('gasoline-ci/min'), 'utf8');

/** Settings as hidden globals, then the script. */
export function withSettings(script: string, settings: Readonly<Record<string, unknown>>): string {
  const defined = Object.entries(settings).filter(([, value]) => value !== undefined);
  // Without a prototype: another script may have run before, and put anything on the one that all objects share.
  const properties = defined.map(
    ([name, value]) =>
      `${JSON.stringify(name)}: { __proto__: null, value: ${JSON.stringify(value)}, configurable: true }`,
  );
  return `Object.defineProperties(globalThis, { __proto__: null, ${properties.join(', ')} });\n${script}`;
}
