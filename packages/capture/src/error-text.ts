/**
 * Reads what an error says about itself, from any realm, whatever its class did to the usual properties.
 *
 * Getters of the page are not called. The browser called them when it made the error, and what they said stands in the
 * first lines of the stack.
 */

import {
  apply,
  findProperty,
  hasOwn,
  indexOf,
  inherits,
  objectTag,
  slice,
  sourceText,
} from './primordials.ts';
import { truncate } from './truncate.ts';

/** The readable part of an error. */
export interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

const { prototype: errorPrototype } = Error;

/** How the browser's own getters print, whichever frame they belong to. */
const NATIVE_GETTERS = {
  name: getterText(DOMException.prototype, 'name'),
  message: getterText(DOMException.prototype, 'message'),
  stack: getterText(new Error(), 'stack'),
};

/** Whether an object is an error; `tag` is its `Object.prototype.toString`, which knows errors of other frames. */
export function isErrorLike(object: object, tag: string): boolean {
  return tag === '[object Error]' || tag === '[object DOMException]' || inherits(object, errorPrototype);
}

/** Name, message and stack. Reading a stack formats it, exactly as the page's own first look would. */
export function readError(error: object): ErrorText {
  const stack = textOf(error, 'stack');
  const name = textOf(error, 'name') ?? 'Error';
  return {
    name,
    message: textOf(error, 'message') ?? firstSaid(stack ?? '', name),
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

function textOf(error: object, property: keyof typeof NATIVE_GETTERS): string | undefined {
  try {
    const found = findProperty(error, property);
    if (found === undefined) return undefined;
    const value: unknown = hasOwn(found, 'value') ? found.value : readNatively(error, found, property);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function readNatively(
  error: object,
  { get: read }: PropertyDescriptor,
  property: keyof typeof NATIVE_GETTERS,
): unknown {
  const isNative = read !== undefined && sourceText(read) === NATIVE_GETTERS[property];
  return isNative ? apply(read, error, []) : undefined;
}

/** What stands before the frames of a stack, without the name. */
function firstSaid(stack: string, name: string): string {
  const end = indexOf(stack, '\n    at ');
  const header = end < 0 ? '' : slice(stack, 0, end);
  return indexOf(header, `${name}: `) === 0 ? slice(header, name.length + 2) : header;
}

function getterText(object: object, name: string): string | undefined {
  const read = findProperty(object, name)?.get;
  return read === undefined ? undefined : sourceText(read);
}
