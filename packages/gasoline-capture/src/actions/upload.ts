/** Files that are chosen: their names. What is in them stays where it is. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { append } from '../primordials.ts';
import { truncate } from '../truncate.ts';

import type { Recorder } from './record.ts';
import { targetOf } from './target.ts';

const MAX_FILES = 20;
const MAX_NAME_CHARACTERS = 200;

/** Reports chosen files. */
export function watchUploads(recorder: Recorder, env: Env): Uninstall {
  const { HTMLInputElement, File } = env.window;
  const typeOf = getter(HTMLInputElement.prototype, 'type');
  const filesOf = getter(HTMLInputElement.prototype, 'files');
  const nameOf = getter(File.prototype, 'name');
  return env.listen('change', (event) => {
    const field = targetOf(event, env.dom);
    if (!(field instanceof HTMLInputElement) || typeOf(field) !== 'file') return;
    const chosen = filesOf(field);
    const files: string[] = [];
    for (let index = 0; chosen !== null && index < chosen.length && index < MAX_FILES; index += 1) {
      const file = chosen[index];
      if (file !== undefined) append(files, truncate(nameOf(file), MAX_NAME_CHARACTERS));
    }
    recorder.send({ type: 'upload', files }, recorder.observe(field));
  });
}
