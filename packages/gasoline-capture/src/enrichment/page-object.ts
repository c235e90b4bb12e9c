/** Looks into objects of frameworks and stores: own data only, so that no getter of the page runs. */

import { ownData } from '../own-data.ts';
import { characterCodeAt, execute, hasOwn, min, objectKeys, slice } from '../primordials.ts';

import { collected, first } from './list.ts';

/** Whether time is up. */
export type IsLate = () => boolean;

/** A member that is an object or a function, which may have members as well. */
export function objectAt(object: object, name: string): object | undefined {
  const value = ownData(object, name);
  return isObject(value) ? value : undefined;
}

/** What a path of members leads to. */
export function objectAlong(start: object, ...names: readonly string[]): object | undefined {
  let found: object | undefined = start;
  first(names, (name) => {
    found = found === undefined ? undefined : objectAt(found, name);
    return found === undefined ? true : undefined;
  });
  return found;
}

/** A member that is a text with something in it. */
export function textAt(object: object, name: string): string | undefined {
  const value = ownData(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A member that is a number; 0 where it is not. */
export function numberAt(object: object, name: string): number {
  const value = ownData(object, name);
  return typeof value === 'number' ? value : 0;
}

/** Whether a value has members. */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Whether an object has members of all these names. */
export function hasMembers(object: object, ...names: readonly string[]): boolean {
  return first(names, (name) => (hasOwn(object, name) ? undefined : true)) !== true;
}

const MAX_NAME_CHARACTERS = 60;

/** Control characters, and those that are invisible or change the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A name as it may be told: short, in one line, and nothing hidden in it. */
export function cleanName(name: string): string {
  const short = slice(name, 0, MAX_NAME_CHARACTERS);
  if (execute(UNPRINTABLE, short) === null) return short;
  let clean = '';
  for (let index = 0; index < short.length; index += 1) {
    const character = short[index] ?? '';
    if (execute(UNPRINTABLE, character) === null) clean += character;
  }
  return clean;
}

/** The first names of an object's members, as they may be told. */
export function keysOf(object: object, limit: number, isKey?: (name: string) => boolean): string[] {
  return collected(rawKeysOf(object), limit, (name) =>
    isKey === undefined || isKey(name) ? cleanName(name) : undefined,
  );
}

/** All names as they are, for reading the members; none where a proxy refuses to tell them. */
export function rawKeysOf(object: object): readonly string[] {
  try {
    return objectKeys(object);
  } catch {
    return [];
  }
}

/** How many bytes a text has in UTF-8, or a little more. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = characterCodeAt(text, index);
    bytes += code < 0x80 ? 0 : min(2, code >> 7);
  }
  return bytes;
}
