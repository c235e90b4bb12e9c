/** One component of Vue: its name, and the names of its props and state. */

import type { AncestorComponent } from 'gasoline-wire';

import { append, getOwnPropertyDescriptor, hasOwn } from '../primordials.ts';

import { fileStem } from './file-stem.ts';
import { ANONYMOUS, component, MAX_PROP_KEYS, MAX_STATE_KEYS } from './framework.ts';
import { each } from './list.ts';
import { cleanName, hasMembers, isObject, keysOf, objectAlong, objectAt, textAt } from './page-object.ts';

/** Describes a component's instance. */
export function describeInstance(instance: object): AncestorComponent {
  const type = objectAt(instance, 'type');
  const stateKeys = stateKeysOf(instance);
  const name = type === undefined ? ANONYMOUS : nameOf(type);
  return component(cleanName(name), propKeysOf(instance), stateKeys.length > 0, stateKeys);
}

function nameOf(type: object): string {
  const file = textAt(type, '__file');
  const given = textAt(type, 'displayName') ?? textAt(type, 'name') ?? textAt(type, '__name');
  return given ?? (file === undefined ? ANONYMOUS : fileStem(file));
}

/** What the parent passed, listeners included: the instance's own `props` are behind a proxy. */
function propKeysOf(instance: object): string[] {
  const passed = objectAlong(instance, 'vnode', 'props');
  return passed === undefined ? [] : keysOf(passed, MAX_PROP_KEYS, isProp);
}

function isProp(name: string): boolean {
  return name !== 'key' && name !== 'ref' && name !== 'ref_for' && name !== 'ref_key';
}

/** What `data` and `setup` returned. Production builds of `<script setup>` keep the latter to themselves. */
function stateKeysOf(instance: object): string[] {
  const data = objectAt(instance, 'data');
  const setup = objectAt(instance, 'devtoolsRawSetupState') ?? objectAt(instance, 'setupState');
  const keys = data === undefined ? [] : keysOf(data, MAX_STATE_KEYS);
  if (setup === undefined) return keys;
  const own = keysOf(setup, MAX_STATE_KEYS - keys.length, (name) => isState(setup, name));
  each(own, (key) => {
    append(keys, key);
  });
  return keys;
}

/**
 * In development `setup` also returns functions and components, so that templates can name them, and what was imported by
 * a getter without a setter.
 */
function isState(setup: object, name: string): boolean {
  const descriptor = getOwnPropertyDescriptor(setup, name);
  if (descriptor === undefined || name === '__isScriptSetup') return false;
  if (!hasOwn(descriptor, 'value')) return descriptor.set !== undefined;
  const value: unknown = descriptor.value;
  if (typeof value === 'function') return false;
  return !isObject(value) || !(hasMembers(value, 'setup') || hasMembers(value, 'render'));
}
