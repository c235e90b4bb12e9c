/**
 * Writes to `localStorage`, `sessionStorage` and `document.cookie`.
 *
 * By `setItem` and by assignment to the cookie. `localStorage.theme = 'dark'` passes neither and is not seen, as are
 * cookies set by `cookieStore` or by responses.
 */

import type { StorageArea } from 'gasoline-wire';

import { readCookie } from '../cookie.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { removeOwnFrames } from '../own-frames.ts';
import { followMethod, observeSetter } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { apply, getOwnPropertyDescriptor, slice } from '../primordials.ts';
import { truncate } from '../truncate.ts';

const MAX_VALUE_CHARACTERS = 1000;

/** Of the end of a value, as many characters are told. */
const LAST_CHARACTERS = 3;
const MAX_KEY_CHARACTERS = 200;

/** Records writes until uninstalled. */
export function instrumentStorage({ emit, settings }: Reporting, env: Env): Uninstall {
  const { Storage, Document } = env.window;
  const areaOf = areaFinder(env);

  const stopItems = followMethod(Storage.prototype, 'setItem', {
    // What does not fit is refused, and nothing was written.
    returned(receiver, [key, value]) {
      if (!settings().storage) return;
      const area = areaOf(receiver);
      // Objects would be converted by their own methods, a second time: only what needs no page code is told.
      if (area === undefined || !isPlain(key) || !isPlain(value)) return;
      emit('/logs', {
        type: 'storage',
        ts: timestamp(env),
        url: documentUrl(env),
        area,
        key: truncate(String(key), MAX_KEY_CHARACTERS),
        ...shortened(String(value)),
      });
    },
    threw(_, error) {
      removeOwnFrames(error);
    },
  });
  const stopCookies = observeSetter(Document.prototype, 'cookie', (text) => {
    if (!settings().storage || typeof text !== 'string') return;
    const { name, value, attributes } = readCookie(text);
    emit('/logs', {
      type: 'storage',
      ts: timestamp(env),
      url: documentUrl(env),
      area: 'cookie',
      key: truncate(name, MAX_KEY_CHARACTERS),
      ...shortened(value),
      attributes,
    });
  });
  return () => {
    stopItems();
    stopCookies();
  };
}

/** A value as the server needs it, which keeps of each its length, its first and its last characters. */
function shortened(value: string): { value: string; valueLength?: number } {
  const { length } = value;
  if (length <= MAX_VALUE_CHARACTERS) return { value };
  const start = slice(value, 0, MAX_VALUE_CHARACTERS - LAST_CHARACTERS);
  return { value: start + slice(value, -LAST_CHARACTERS), valueLength: length };
}

/**
 * Tells which area an object is. The areas are looked up when the page has one in hand already: before that a look
 * costs a question to the browser's process, and in a sandboxed frame it throws.
 */
function areaFinder({ window }: Env): (receiver: unknown) => StorageArea | undefined {
  const local = getOwnPropertyDescriptor(window, 'localStorage')?.get;
  const session = getOwnPropertyDescriptor(window, 'sessionStorage')?.get;
  const isArea = (receiver: unknown, read: (() => unknown) | undefined): boolean => {
    try {
      return read !== undefined && receiver === apply(read, window, []);
    } catch {
      return false;
    }
  };
  return (receiver) => {
    if (isArea(receiver, local)) return 'localStorage';
    return isArea(receiver, session) ? 'sessionStorage' : undefined;
  };
}

function isPlain(value: unknown): value is string | number | bigint | boolean | null | undefined {
  return (
    value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
  );
}
