/**
 * A store's state in short: its keys and their types, and the few values that probably matter.
 *
 * Values are told only for members whose name the error mentions, whose name sounds like trouble, or that have just changed;
 * of objects among them, that they are some. The rules that keep secrets out of bodies hold here as well.
 */

import type { StateSnapshot } from 'gasoline-wire';

import { encode, JsonText } from '../json.ts';
import type { Encodable } from '../json.ts';
import { REDACTED } from '../redacted.ts';
import { ownData } from '../own-data.ts';
import { primitiveText } from '../primitive-text.ts';
import {
  append,
  bareRecord,
  execute,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  objectKeys,
} from '../primordials.ts';
import { isSensitiveName } from '../sensitive-names.ts';
import { truncate } from '../truncate.ts';

import type { FoundStore } from './framework.ts';
import { collected, first } from './list.ts';
import { mentionTest } from './mentions.ts';
import type { IsMentioned } from './mentions.ts';
import { byteLength, cleanName, isObject, keysOf, rawKeysOf } from './page-object.ts';
import type { IsLate } from './page-object.ts';

/** Looked at for values; keys are told as far as the bytes go. */
const MAX_KEYS = 100;
const MAX_INNER_KEYS = 20;
const MAX_RELEVANT = 10;
const MAX_VALUE_CHARACTERS = 200;
const MAX_BYTES = 5120;

/** So that the values leave room for the keys. */
const MAX_RELEVANT_BYTES = 3000;

/** Names of members that tell how something went. */
const TELLING = /error|loading|status|fail/i;

/** A snapshot as JSON text, and whether something had to be left out of it. */
export interface Snapshot {
  readonly text: JsonText<StateSnapshot>;
  readonly isCut: boolean;
}

/** Whether a member, by its path, has changed shortly before the error. */
export type HasChanged = (path: string) => boolean;

/** Describes the state with regard to an error's message. */
export function snapshotOf(
  { source, state }: FoundStore,
  message: string,
  hasChanged: HasChanged,
  isLate: IsLate,
): Snapshot {
  const relevantSlice = relevantMembers(allMembers(state, isLate), mentionTest(message), hasChanged);
  const keys = bareRecord<Encodable>();
  let remaining = MAX_BYTES - byteLength(encode({ source, relevantSlice }));
  const isCut = first(rawKeysOf(state), (name) => {
    const described = { [cleanName(name)]: keyOf(memberOf(state, name)) };
    remaining -= byteLength(encode(described));
    if (remaining < 0 || isLate()) return true;
    keys[cleanName(name)] = described[cleanName(name)];
    return undefined;
  });
  const slice = objectKeys(relevantSlice).length > 0 ? { relevantSlice } : {};
  return {
    text: new JsonText(encode({ source: cleanName(source), keys, ...slice })),
    isCut: isCut === true,
  };
}

/**
 * The members that matter most: named by the error, then below a name of it, then those that tell of trouble, then those
 * that have just changed.
 */
function relevantMembers(
  members: readonly Member[],
  isMentioned: IsMentioned,
  hasChanged: HasChanged,
): Record<string, Encodable> {
  const chosen = bareRecord<Encodable>();
  let bytes = 0;
  const choose = (isRelevant: (member: Member) => boolean): void => {
    first(members, (member) => {
      if (hasOwn(chosen, member.path) || !isRelevant(member)) return undefined;
      const value = valueOf(member);
      bytes += byteLength(encode({ [member.path]: value }));
      if (bytes > MAX_RELEVANT_BYTES || objectKeys(chosen).length >= MAX_RELEVANT) return true;
      chosen[member.path] = value;
      return undefined;
    });
  };
  choose(({ name }) => isMentioned(name));
  choose(({ owner }) => owner !== undefined && isMentioned(owner));
  choose(({ name }) => execute(TELLING, name) !== null);
  choose(({ path }) => hasChanged(path));
  return chosen;
}

/** One member, by names that lead to it. */
export interface Member {
  readonly path: string;
  readonly name: string;
  /** Name of the top-level key it belongs to. */
  readonly owner: string | undefined;
  readonly value: unknown;
}

/** Of both levels. An object on the first is told by its members. */
export function allMembers(state: object, isLate: IsLate): readonly Member[] {
  const members: Member[] = [];
  const add = (object: object, owner?: string): void => {
    collected(rawKeysOf(object), MAX_KEYS, (name) => {
      const value = memberOf(object, name);
      if (owner === undefined && typeof value === 'object' && value !== null && !isArray(value))
        add(value, name);
      else append(members, { path: pathOf(owner, name), name, owner, value });
      return isLate() ? undefined : true;
    });
  };
  add(state);
  return members;
}

function pathOf(owner: string | undefined, name: string): string {
  return owner === undefined ? cleanName(name) : `${cleanName(owner)}.${cleanName(name)}`;
}

/** Stands for what only the page's own code could tell. */
const ACCESSOR = Symbol('accessor');

/** A member's value, out of the reference Vue may have put around it. */
function memberOf(object: object, name: string): unknown {
  try {
    const descriptor = getOwnPropertyDescriptor(object, name);
    if (descriptor === undefined || !hasOwn(descriptor, 'value')) return ACCESSOR;
    const value: unknown = descriptor.value;
    return isReference(value) ? ownData(value, hasOwn(value, '_rawValue') ? '_rawValue' : '_value') : value;
  } catch {
    // A proxy of the page that answers with an error.
    return ACCESSOR;
  }
}

function isReference(value: unknown): value is object {
  try {
    return isObject(value) && ownData(value, '__v_isRef') === true;
  } catch {
    return false;
  }
}

function keyOf(value: unknown): Readonly<Record<string, Encodable>> {
  if (value === ACCESSOR) return { type: 'accessor' };
  if (value === null) return { type: 'null' };
  if (isArray(value)) return { type: 'array' };
  return typeof value === 'object'
    ? { type: 'object', keys: keysOf(value, MAX_INNER_KEYS) }
    : { type: typeof value };
}

function valueOf({ name, owner, value }: Member): Encodable {
  if (isSensitiveName(name) || (owner !== undefined && isSensitiveName(owner))) return REDACTED;
  if (value === ACCESSOR) return '[Getter]';
  if (typeof value === 'string') return truncate(value, MAX_VALUE_CHARACTERS - 30);
  if (isArray(value)) return `[Array(${value.length})]`;
  if (typeof value === 'object' && value !== null) return '[Object]';
  return new JsonText(primitiveText(value));
}
