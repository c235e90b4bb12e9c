/** `window.__gasoline`: what a page that knows of us may tell us. Present while it is captured. */

import type { Env } from './env.ts';
import type { Reporting } from './instrument.ts';
import type { Uninstall } from './patch.ts';
import { defineProperty, deleteProperty, getOwnPropertyDescriptor, hasOwn } from './primordials.ts';
import { createSerializer } from './serialize.ts';

const NAME = '__gasoline';

/** What a page finds there. */
export interface PublicApi {
  readonly version: string;
  /** Attaches a value to later errors as `_context`; undefined takes it away. False where there is no room. */
  annotate(key: unknown, value: unknown): boolean;
  clearAnnotations(): void;
  /** Names a store whose state may be looked at when an error occurs. False where there is no room. */
  registerStore(name: unknown, store: unknown): boolean;
}

/** Offers the interface until uninstalled. A global of that name which the page made itself stays. */
export function offerPublicApi({ annotations, stores }: Reporting, env: Env): Uninstall {
  const { window } = env;
  if (hasOwn(window, NAME)) return () => undefined;
  const serializer = createSerializer(env);
  const api: PublicApi = Object.freeze({
    version: GASOLINE_VERSION,
    annotate(key: unknown, value: unknown): boolean {
      if (typeof key !== 'string') return false;
      if (value !== undefined) return annotations.put(key, serializer.one(value));
      annotations.remove(key);
      return true;
    },
    clearAnnotations(): void {
      annotations.clear();
    },
    registerStore: (name: unknown, store: unknown): boolean =>
      typeof name === 'string' && stores.register(name, store),
  });
  defineProperty(window, NAME, { value: api, configurable: true });
  return () => {
    annotations.clear();
    if (getOwnPropertyDescriptor(window, NAME)?.value === api) deleteProperty(window, NAME);
  };
}
