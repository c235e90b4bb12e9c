/** The browser's own accessors as functions. */

import { getOwnPropertyDescriptor, uncurried } from './primordials.ts';

/** A getter as a function of its receiver; where a browser keeps none on the prototype, an ordinary read. */
export function getter<Owner extends object, Name extends keyof Owner>(
  prototype: Owner,
  name: Name,
): (self: Owner) => Owner[Name] {
  const read = getOwnPropertyDescriptor(prototype, name)?.get;
  return read === undefined ? (self) => self[name] : uncurried(read);
}
