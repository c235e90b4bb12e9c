/**
 * The start of a JSON document whose text the browser keeps to itself: written anew from the parsed value.
 *
 * Bounded by size alone, so that what is shown whole has every item. The page may have the value already and have changed
 * it: only own data is read, and what JSON cannot hold is left out.
 */

import { encodeString, memberName } from '../json.ts';
import { ownData } from '../own-data.ts';
import { isArray, isFiniteNumber, objectKeys, slice } from '../primordials.ts';

/** Deeper values, which only a generator writes, would exhaust the stack before they fill the text. */
const MAX_DEPTH = 500;

/** The text of a value, and whether it is all of it. */
export interface JsonStart {
  /** May be a little longer than asked for. */
  readonly text: string;
  readonly isWhole: boolean;
}

/** The text of a value parsed from JSON, until it is longer than `limit` characters. */
export function jsonStart(value: unknown, limit: number): JsonStart {
  const writer = new Writer(limit);
  writer.value(value, 0);
  return writer;
}

class Writer implements JsonStart {
  text = '';
  isWhole = true;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  value(value: unknown, depth: number): void {
    if (typeof value === 'string') this.text += encodeString(slice(value, 0, this.#limit));
    else if (typeof value === 'boolean' || value === null || isFinite(value)) this.text += `${value}`;
    else if (typeof value === 'object' && depth < MAX_DEPTH) this.#readable(value, depth + 1);
    else this.#leaveOut();
  }

  #readable(object: object, depth: number): void {
    try {
      this.#composite(object, depth);
    } catch {
      // A proxy the page put there, whose traps throw.
      this.#leaveOut();
    }
  }

  #composite(object: object, depth: number): void {
    if (!isArray(object)) {
      this.#members(object, objectKeys(object), depth);
      return;
    }
    this.text += '[';
    for (let index = 0; index < object.length && this.#hasRoom(); index += 1) {
      if (index > 0) this.text += ',';
      this.value(ownData(object, `${index}`), depth);
    }
    this.text += ']';
  }

  #members(object: object, names: readonly string[], depth: number): void {
    this.text += '{';
    for (let index = 0; index < names.length && this.#hasRoom(); index += 1) {
      const name = names[index] ?? '';
      this.text += `${index > 0 ? ',' : ''}${memberName(slice(name, 0, this.#limit))}:`;
      this.value(ownData(object, name), depth);
    }
    this.text += '}';
  }

  #hasRoom(): boolean {
    return this.text.length <= this.#limit;
  }

  #leaveOut(): void {
    this.text += 'null';
    this.isWhole = false;
  }
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && isFiniteNumber(value);
}
