/** Reads what an error says about itself, from any realm, whatever its class did to the usual properties. */

import { get } from './primordials.ts';

/** The readable part of an error. */
export interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

const OriginalError = Error;

/** Whether an object is an error; `tag` is its `Object.prototype.toString`, which knows errors of other frames. */
export function isErrorLike(object: object, tag: string): boolean {
  return tag === '[object Error]' || tag === '[object DOMException]' || object instanceof OriginalError;
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

function textOf(error: object, property: string): string | undefined {
  try {
    const value: unknown = get(error, property);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
