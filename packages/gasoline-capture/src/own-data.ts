/** Reads properties without running page code. */

import { getOwnPropertyDescriptor, hasOwn } from './primordials.ts';

/** The value of an own property; undefined where there is none or an accessor would have to be called for it. */
export function ownData(object: object, name: string): unknown {
  const descriptor = getOwnPropertyDescriptor(object, name);
  return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
}
