/**
 * A bounded snapshot, as JSON text, of any value a page hands to the console or throws.
 *
 * Taken at the call, because objects change later. Reads without running page code wherever the language allows:
 * accessors are named, not called; only a proxy's traps and an error's own getters cannot be avoided. What JSON
 * cannot hold becomes a string in brackets, `[Function: save]`.
 */

import type { Env } from './env.ts';
import { isErrorLike, readError } from './error-text.ts';
import { nodeDescriber } from './node-text.ts';
import type { DescribeNode } from './node-text.ts';
import { ownData } from './own-data.ts';
import { memberName } from './json.ts';
import { MAX_STRING_CHARACTERS, primitiveText } from './primitive-text.ts';
import {
  append,
  dateText,
  dateTime,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  isFiniteNumber,
  isView,
  mapSize,
  min,
  objectKeys,
  objectTag,
  regexpFlags,
  regexpSource,
  setSize,
  slice,
  viewLength,
  walkMap,
  walkSet,
} from './primordials.ts';
import type { Step } from './primordials.ts';
import { truncate } from './truncate.ts';

/** Turns values into JSON text. */
export interface Serializer {
  one(value: unknown): string;
  /** Each of several values, which share the bounds of one: at most 100, and the total size. */
  each(values: readonly unknown[]): readonly string[];
}

/** Levels of nesting. */
const MAX_DEPTH = 10;

/** Items of one array, map or set; values told by one call. */
export const MAX_ITEMS = 100;

/** Keys of one object. */
const MAX_KEYS = 50;

/** The whole value. UTF-8 makes at most three bytes of a character, so it stays well below 1 MB an entry. */
const MAX_TOTAL_CHARACTERS = 131_072;

/** The objects that contain the one being written, innermost first. */
interface Ancestors {
  readonly object: object;
  readonly depth: number;
  readonly outer: Ancestors | undefined;
}

/** The serializer of one window. */
export function createSerializer(env: Env): Serializer {
  const describeNode = nodeDescriber(env.window);
  return {
    one: (value) => new Snapshot(describeNode).write(value, undefined),
    each: (values) => new Snapshot(describeNode).writeEach(values),
  };
}

class Snapshot {
  #remaining = MAX_TOTAL_CHARACTERS;
  readonly #describeNode: DescribeNode;

  constructor(describeNode: DescribeNode) {
    this.#describeNode = describeNode;
  }

  write(value: unknown, ancestors: Ancestors | undefined): string {
    if (typeof value === 'object' && value !== null) return this.#composite(value, ancestors);
    return this.#spend(primitiveText(value));
  }

  writeEach(values: readonly unknown[]): readonly string[] {
    const shown = min(values.length, MAX_ITEMS);
    const texts: string[] = [];
    for (let index = 0; index < shown; index += 1) {
      append(texts, this.#remaining > 0 ? this.write(values[index], undefined) : this.#marker('…'));
    }
    if (shown < values.length) append(texts, this.#marker(`… ${values.length - shown} more`));
    return texts;
  }

  #composite(object: object, outer: Ancestors | undefined): string {
    if (contains(outer, object)) return this.#marker('Circular');
    try {
      const depth = (outer?.depth ?? 0) + 1;
      return this.#byKind(object, objectTag(object), { object, depth, outer });
    } catch {
      // A revoked proxy, or a proxy whose traps throw.
      return this.#marker('Unreadable');
    }
  }

  #byKind(object: object, tag: string, path: Ancestors): string {
    if (isArray(object)) return this.#array(object, ownData(object, 'length'), path);
    if (tag === '[object Object]') return this.#object(object, 'Object', path);
    if (isErrorLike(object, tag)) return this.#error(object, path);
    return this.#builtIn(object, slice(tag, 8, -1), path) ?? this.#object(object, slice(tag, 8, -1), path);
  }

  /** Undefined where the object only claims to be of that kind. */
  #builtIn(object: object, kind: string, path: Ancestors): string | undefined {
    try {
      switch (kind) {
        case 'Date':
          return isFiniteNumber(dateTime(object))
            ? this.#string(dateText(object))
            : this.#marker('Invalid Date');
        case 'RegExp':
          return this.#string(`/${regexpSource(object)}/${regexpFlags(object)}`);
        case 'Map':
          return this.#collection(`Map(${mapSize(object)})`, walkMap(object), path);
        case 'Set':
          return this.#collection(`Set(${setSize(object)})`, walkSet(object), path);
        case 'Window':
          return this.#marker(kind);
        default:
          return this.#platformObject(object, path);
      }
    } catch {
      return undefined;
    }
  }

  #platformObject(object: object, path: Ancestors): string | undefined {
    if (isView(object)) return this.#array(object, viewLength(object), path);
    const node = this.#describeNode(object);
    return node === undefined ? undefined : this.#string(node);
  }

  #array(array: object, length: unknown, path: Ancestors): string {
    const count = typeof length === 'number' ? length : 0;
    if (path.depth > MAX_DEPTH) return this.#marker(`Array(${count})`);
    const shown = min(count, MAX_ITEMS);
    let text = '';
    let index = 0;
    for (; index < shown && this.#remaining > 0; index += 1) {
      text += `${index > 0 ? ',' : ''}${this.#property(array, index, path)}`;
    }
    return `[${text}${this.#omitted(count - index, text)}]`;
  }

  #collection(label: string, next: () => Step, path: Ancestors): string {
    if (path.depth > MAX_DEPTH) return this.#marker(label);
    let text = '';
    let step = next();
    for (let count = 0; step.done !== true && count < MAX_ITEMS && this.#remaining > 0; count += 1) {
      text += `${text && ','}${this.write(step.value, path)}`;
      step = next();
    }
    if (step.done !== true) text += `${text && ','}${this.#marker('… more')}`;
    return `{${this.#string(`[${label}]`)}:[${text}]}`;
  }

  #object(object: object, kind: string, path: Ancestors): string {
    if (path.depth > MAX_DEPTH) return this.#marker(kind);
    if (kind === 'Object') return `{${this.#members(object, objectKeys(object), path)}}`;
    // Objects of the platform keep everything behind accessors: without data, their kind says more than `{}`.
    const names = namesWhere(object, (name) => isData(object, name));
    return names.length === 0 ? this.#marker(kind) : `{${this.#members(object, names, path)}}`;
  }

  #members(object: object, names: readonly string[], path: Ancestors): string {
    const shown = min(names.length, MAX_KEYS);
    let text = '';
    let index = 0;
    for (; index < shown && this.#remaining > 0; index += 1) {
      const name = names[index] ?? '';
      text += `${index > 0 ? ',' : ''}${this.#name(name)}:${this.#property(object, name, path)}`;
    }
    const omitted = names.length - index;
    return omitted > 0
      ? `${text}${text && ','}${this.#string('[…]')}:${this.#marker(`${omitted} more`)}`
      : text;
  }

  #error(error: object, path: Ancestors): string {
    if (path.depth > MAX_DEPTH) return this.#marker('Error');
    const { name, message, stack } = readError(error);
    let text = `"name":${this.#string(name)},"message":${this.#string(message)}`;
    if (stack !== undefined) text += `,"stack":${this.#string(stack)}`;
    if (hasOwn(error, 'cause')) text += `,"cause":${this.#property(error, 'cause', path)}`;
    if (hasOwn(error, 'errors')) text += `,"errors":${this.#property(error, 'errors', path)}`;
    const members = this.#members(error, namesWhere(error, isNotErrorField), path);
    return `{${text}${members && ','}${members}}`;
  }

  #property(object: object, name: string | number, path: Ancestors): string {
    const descriptor = getOwnPropertyDescriptor(object, name);
    if (descriptor === undefined) return this.#marker('Empty');
    return hasOwn(descriptor, 'value') ? this.write(descriptor.value, path) : this.#marker('Getter');
  }

  #omitted(count: number, before: string): string {
    return count > 0 ? `${before && ','}${this.#marker(`… ${count} more`)}` : '';
  }

  #name(name: string): string {
    return this.#spend(memberName(truncate(name, MAX_STRING_CHARACTERS)));
  }

  #string(text: string): string {
    return this.#spend(primitiveText(text));
  }

  #marker(text: string): string {
    return this.#string(`[${text}]`);
  }

  #spend(text: string): string {
    this.#remaining -= text.length;
    return text;
  }
}

function contains(ancestors: Ancestors | undefined, object: object): boolean {
  for (let link = ancestors; link !== undefined; link = link.outer) {
    if (link.object === object) return true;
  }
  return false;
}

function isData(object: object, name: string): boolean {
  const descriptor = getOwnPropertyDescriptor(object, name);
  return descriptor !== undefined && hasOwn(descriptor, 'value');
}

/** Error classes often assign these, which makes them ordinary members as well. */
function isNotErrorField(name: string): boolean {
  return name !== 'name' && name !== 'message' && name !== 'stack' && name !== 'cause' && name !== 'errors';
}

function namesWhere(object: object, keep: (name: string) => boolean): string[] {
  const names = objectKeys(object);
  const kept: string[] = [];
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    if (keep(name)) append(kept, name);
  }
  return kept;
}
