/**
 * Makes a replacement look like the function it stands for: its name and length here, its source text in
 * `mask-source.ts`.
 */

import type { Callable } from './callable.ts';
import { defineProperty, getOwnPropertyDescriptor } from './primordials.ts';

const originals = new WeakMap<object, Callable>();
const rememberOriginal = originals.set.bind(originals);
const recallOriginal = originals.get.bind(originals);

/** Gives `replacement` the outward properties of `original`. */
export function disguise(replacement: Callable, original: Callable): Callable {
  for (const property of ['length', 'name']) {
    const descriptor = getOwnPropertyDescriptor(original, property);
    if (descriptor !== undefined) defineProperty(replacement, property, descriptor);
  }
  rememberOriginal(replacement, original);
  return replacement;
}

/** Lets a proxy, which has the outward properties of its original anyway, answer with its source text too. */
export function rememberDisguise(proxy: Callable, original: Callable): void {
  rememberOriginal(proxy, original);
}

/** What a function stands for: the original behind a replacement, anything else as it is. */
export function undisguised(value: unknown): unknown {
  return typeof value === 'function' ? (recallOriginal(value) ?? value) : value;
}
