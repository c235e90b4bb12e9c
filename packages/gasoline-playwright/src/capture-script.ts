/** The script that runs in pages, with its settings in front of it. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Reads the text of the script. */
export type ReadScript = () => Promise<string>;

/** What runs in pages: from the start, and once a document has its first error. */
export interface CaptureScripts {
  readonly first: ReadScript;
  /** Undefined where the first has everything. */
  readonly late: ReadScript | undefined;
  /** Answers questions about a page; undefined where none are answered. */
  readonly live?: ReadScript | undefined;
}

/** Whether actions are recorded as tests can be made of them: with locators, and with what pages show. */
export type Recording = 'recording' | 'no recording';

/** The scripts by the names that the package `gasoline-ci` exports them under. */
export function captureScripts(
  recording: Recording,
  read: (name: 'min' | 'light' | 'late') => Promise<string>,
): CaptureScripts {
  return recording === 'recording'
    ? { first: () => read('min'), late: undefined }
    : { first: () => read('light'), late: () => read('late') };
}

/** Those of the package `gasoline-ci`, which is installed beside this one. */
export function installedScripts(recording: Recording): CaptureScripts {
  const read = (name: string): Promise<string> =>
    readFile(createRequire(__filename).resolve(`gasoline-ci/${name}`), 'utf8');
  return { ...captureScripts(recording, read), live: () => read('live') };
}

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
