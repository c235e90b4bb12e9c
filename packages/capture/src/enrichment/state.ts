/**
 * A store's state in short: its keys and their types, and the few values that probably matter.
 *
 * Values are told only for members whose name the error mentions, or whose name sounds like trouble; objects among them
 * by their keys. The rules that keep secrets out of bodies hold here as well.
 */

import type { StateKey, StateSnapshot } from 'wire';

import { encode, JsonText } from '../json.ts';
import type { Encodable } from '../json.ts';
import { REDACTED } from '../mask.ts';
import { primitiveText } from '../primitive-text.ts';
import { append, bareRecord, execute, getOwnPropertyDescriptor, hasOwn, isArray } from '../primordials.ts';
import { isSensitiveName } from '../sensitive-names.ts';
import { truncate } from '../truncate.ts';

import type { FoundStore } from './framework.ts';
import { mentionTest } from './mentions.ts';
import type { IsMentioned } from './mentions.ts';
import { byteLength, cleanName, isObject, keysOf, objectAt, rawKeysOf } from './page-object.ts';
import type { IsLate } from './page-object.ts';

const MAX_KEYS = 40;
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

/** Describes the state with regard to an error's message. */
export function snapshotOf({ source, state }: FoundStore, message: string, isLate: IsLate): Snapshot {
  const keys = bareRecord<Encodable>();
  const relevant = relevantMembers(state, mentionTest(message), isLate);
  let remaining = MAX_BYTES - byteLength(encode({ source, keys: {}, relevantSlice: relevant }));
  const names = rawKeysOf(state, MAX_KEYS + 1);
  let isCut = names.length > MAX_KEYS;
  for (let index = 0; index < names.length && index < MAX_KEYS; index += 1) {
    const name = names[index] ?? '';
    const described = { ...keyOf(memberOf(state, name)) };
    remaining -= byteLength(encode({ [cleanName(name)]: described }));
    if (remaining < 0 || isLate()) {
      isCut = true;
      break;
    }
    keys[cleanName(name)] = described;
  }
  const slice = hasAny(relevant) ? { relevantSlice: relevant } : {};
  return { text: new JsonText(encode({ source: cleanName(source), keys, ...slice })), isCut };
}

/** The members that matter most: named by the error, then below a name of it, then those that tell of trouble. */
function relevantMembers(state: object, isMentioned: IsMentioned, isLate: IsLate): Record<string, Encodable> {
  const chosen = bareRecord<Encodable>();
  const members = allMembers(state, isLate);
  const ranks: readonly ((member: Member) => boolean)[] = [
    ({ name }) => isMentioned(name),
    ({ owner }) => owner !== undefined && isMentioned(owner),
    ({ name }) => execute(TELLING, name) !== null,
  ];
  let count = 0;
  let bytes = 0;
  for (let rank = 0; rank < ranks.length; rank += 1) {
    for (let index = 0; index < members.length && count < MAX_RELEVANT; index += 1) {
      const member = members[index];
      if (member === undefined || hasOwn(chosen, member.path) || ranks[rank]?.(member) !== true) continue;
      const value = valueOf(member);
      bytes += byteLength(encode({ [member.path]: value }));
      if (bytes > MAX_RELEVANT_BYTES) return chosen;
      chosen[member.path] = value;
      count += 1;
    }
  }
  return chosen;
}

interface Member {
  readonly path: string;
  readonly name: string;
  /** Name of the top-level key it belongs to. */
  readonly owner: string | undefined;
  readonly value: unknown;
}

/** Of both levels. An object on the first is told by its members. */
function allMembers(state: object, isLate: IsLate): readonly Member[] {
  const members: Member[] = [];
  const names = rawKeysOf(state, MAX_KEYS);
  for (let index = 0; index < names.length && !isLate(); index += 1) {
    const owner = names[index] ?? '';
    const value = memberOf(state, owner);
    if (!isObject(value) || isArray(value))
      append(members, { path: cleanName(owner), name: owner, owner: undefined, value });
    else addInner(members, owner, value);
  }
  return members;
}

function addInner(members: Member[], owner: string, object: object): void {
  const names = rawKeysOf(object, MAX_KEYS);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    append(members, {
      path: `${cleanName(owner)}.${cleanName(name)}`,
      name,
      owner,
      value: memberOf(object, name),
    });
  }
}

/** Stands for what only the page's own code could tell. */
const ACCESSOR = Symbol('accessor');

/** A member's value, out of the reference Vue may have put around it. */
function memberOf(object: object, name: string): unknown {
  try {
    const descriptor = getOwnPropertyDescriptor(object, name);
    if (descriptor === undefined) return undefined;
    if (!hasOwn(descriptor, 'value')) return ACCESSOR;
    const value: unknown = descriptor.value;
    return isObject(value) && hasOwn(value, '__v_isRef')
      ? (objectAt(value, '_rawValue') ?? referred(value))
      : value;
  } catch {
    // A proxy of the page that answers with an error.
    return ACCESSOR;
  }
}

function referred(reference: object): unknown {
  return getOwnPropertyDescriptor(reference, '_value')?.value;
}

function keyOf(value: unknown): StateKey {
  if (value === ACCESSOR) return { type: 'accessor' };
  if (value === null) return { type: 'null' };
  if (isArray(value)) return { type: 'array' };
  if (typeof value !== 'object') return { type: typeof value };
  try {
    return { type: 'object', keys: keysOf(value, MAX_INNER_KEYS) };
  } catch {
    return { type: 'object' };
  }
}

function valueOf({ name, owner, value }: Member): Encodable {
  if (isSensitiveName(name) || (owner !== undefined && isSensitiveName(owner))) return REDACTED;
  if (value === ACCESSOR) return '[Getter]';
  if (typeof value === 'string') return truncate(value, MAX_VALUE_CHARACTERS - 30);
  if (isArray(value)) return `[Array(${value.length})]`;
  if (typeof value === 'object' && value !== null) return '[Object]';
  return new JsonText(primitiveText(value));
}

function hasAny(record: Record<string, unknown>): boolean {
  return keysOf(record, 1).length > 0;
}
