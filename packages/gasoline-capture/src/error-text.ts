/** Reads what an error says about itself, from any realm, whatever its class did to the usual properties. */

import { get, inherits, objectTag } from './primordials.ts';
import { truncate } from './truncate.ts';

/** The readable part of an error. */
export interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

const { prototype: errorPrototype } = Error;

/** Whether an object is an error; `tag` is its `Object.prototype.toString`, which knows errors of other frames. */
export function isErrorLike(object: object, tag: string): boolean {
  return tag === '[object Error]' || tag === '[object DOMException]' || inherits(object, errorPrototype);
}

/** Name, message and stack. Reading a stack formats it, exactly as the page's own first look would. */
export function readError(error: object): ErrorText {
  const stack = textOf(error, 'stack');
  return {
    name: textOf(error, 'name') ?? 'Error',
    message: textOf(error, 'message') ?? '',
    ...(stack === undefined ? {} : { stack }),
  };
}

/** The same for any value; undefined where it is no error. */
export function readAsError(value: unknown): ErrorText | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return isErrorLike(value, objectTag(value)) ? readError(value) : undefined;
  } catch {
    // A revoked proxy.
    return undefined;
  }
}

/** An error in one line of at most `limit` characters: `TypeError: no basket`. */
export function errorLine({ name, message }: ErrorText, limit: number): string {
  return truncate(message === '' ? name : `${name}: ${message}`, limit);
}

function textOf(error: object, property: string): string | undefined {
  try {
    const value: unknown = get(error, property);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
