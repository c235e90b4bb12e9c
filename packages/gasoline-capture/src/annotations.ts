/** What the page wants to have told with its errors. */

import type { JsonValue } from 'gasoline-wire';

import { encodeString, JsonText } from './json.ts';
import { append } from './primordials.ts';
import { truncate } from './truncate.ts';

/** Values by key, already as text: later changes of an object do not count. */
export interface Annotations {
  /** Keeps the text of a value; false where there are too many keys. */
  put(key: string, text: string): boolean;
  remove(key: string): void;
  clear(): void;
  /** Everything, for `_context`; undefined where there is nothing. */
  context(): JsonText<Record<string, JsonValue>> | undefined;
}

const MAX_KEYS = 50;
const MAX_KEY_CHARACTERS = 100;
const MAX_VALUE_CHARACTERS = 4096;

interface Annotation {
  readonly key: string;
  readonly text: string;
}

/** The annotations of one window. */
export function createAnnotations(): Annotations {
  let kept: Annotation[] = [];

  const remove = (key: string): void => {
    const others: Annotation[] = [];
    for (let index = 0; index < kept.length; index += 1) {
      const annotation = kept[index];
      if (annotation !== undefined && annotation.key !== key) append(others, annotation);
    }
    kept = others;
  };
  return {
    put(name, text) {
      const key = truncate(name, MAX_KEY_CHARACTERS);
      remove(key);
      if (kept.length >= MAX_KEYS) return false;
      append(kept, { key, text: bounded(text) });
      return true;
    },
    remove(name) {
      remove(truncate(name, MAX_KEY_CHARACTERS));
    },
    clear() {
      kept = [];
    },
    context() {
      let members = '';
      for (let index = 0; index < kept.length; index += 1) {
        const annotation = kept[index];
        if (annotation !== undefined)
          members += `${members && ','}${encodeString(annotation.key)}:${annotation.text}`;
      }
      return members === '' ? undefined : new JsonText(`{${members}}`);
    },
  };
}

/** JSON cannot be cut: the beginning of a value too large is told as a string. */
function bounded(text: string): string {
  return text.length <= MAX_VALUE_CHARACTERS ? text : encodeString(truncate(text, MAX_VALUE_CHARACTERS / 2));
}
