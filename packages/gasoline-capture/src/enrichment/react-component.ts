/** One fiber of React as a component: its name, and the names of its props and state. */

import type { AncestorComponent } from 'gasoline-wire';

import { append, objectTag } from '../primordials.ts';
import { ownData } from '../own-data.ts';

import { ANONYMOUS, component, MAX_PROP_KEYS, MAX_STATE_KEYS } from './framework.ts';
import { each } from './list.ts';
import { cleanName, hasMembers, isObject, keysOf, numberAt, objectAt, textAt } from './page-object.ts';

const CLASS_COMPONENT = 1;
const CONTEXT_PROVIDER = 10;
const FORWARD_REF = Symbol.for('react.forward_ref');

/** A list of hooks is followed no further. */
const MAX_HOOKS = 100;

/** The component of a fiber; undefined for elements, fragments and what else React keeps in its tree. */
export function describeFiber(fiber: object): AncestorComponent | undefined {
  const type = objectAt(fiber, 'type');
  if (type === undefined) return undefined;
  const props = objectAt(fiber, 'memoizedProps');
  if (numberAt(fiber, 'tag') === CONTEXT_PROVIDER) return describeProvider(type, props);
  const name = nameOf(type, objectAt(fiber, 'elementType'));
  if (name === undefined) return undefined;
  const states = statesOf(fiber);
  return component(cleanName(name), propKeysOf(props), states.length > 0, stateKeysOf(states));
}

function nameOf(type: object, elementType: object | undefined): string | undefined {
  const given = elementType === undefined ? undefined : textAt(elementType, 'displayName');
  if (typeof type === 'function') return given ?? functionName(type);
  // `memo` around anything but a plain function has a fiber of its own, above that of what it wraps.
  if (ownData(type, '$$typeof') !== FORWARD_REF) return undefined;
  const render = objectAt(type, 'render');
  return textAt(type, 'displayName') ?? (render === undefined ? ANONYMOUS : functionName(render));
}

function functionName(type: object): string {
  return textAt(type, 'displayName') ?? textAt(type, 'name') ?? ANONYMOUS;
}

/** Up to React 18 a provider is an object of its own, since 19 it is the context. What it provides is state. */
function describeProvider(type: object, props: object | undefined): AncestorComponent {
  const context = objectAt(type, '_context') ?? type;
  const name = `${textAt(context, 'displayName') ?? 'Context'}.Provider`;
  const value = props === undefined ? undefined : ownData(props, 'value');
  const keys = isPlain(value) ? keysOf(value, MAX_STATE_KEYS) : [];
  return component(cleanName(name), [], keys.length > 0, keys);
}

function propKeysOf(props: object | undefined): string[] {
  return props === undefined ? [] : keysOf(props, MAX_PROP_KEYS, (name) => name !== 'children');
}

/** The state of a class, or those of a function's hooks. */
function statesOf(fiber: object): readonly unknown[] {
  const state = objectAt(fiber, 'memoizedState');
  if (state === undefined) return [];
  if (numberAt(fiber, 'tag') === CLASS_COMPONENT) return [state];
  const states: unknown[] = [];
  let hook: object | undefined = state;
  for (let count = 0; hook !== undefined && count < MAX_HOOKS; count += 1) {
    // `useState` and `useReducer`; other hooks have no queue, or one that dispatches nothing.
    const queue = objectAt(hook, 'queue');
    if (queue !== undefined && hasMembers(queue, 'dispatch')) append(states, ownData(hook, 'memoizedState'));
    hook = objectAt(hook, 'next');
  }
  return states;
}

function stateKeysOf(states: readonly unknown[]): string[] {
  const keys: string[] = [];
  each(states, (state) => {
    const own = isPlain(state) ? keysOf(state, MAX_STATE_KEYS - keys.length) : [];
    each(own, (key) => {
      append(keys, key);
    });
  });
  return keys;
}

/** An object whose members have names that somebody gave them. */
function isPlain(value: unknown): value is object {
  return isObject(value) && objectTag(value) === '[object Object]';
}
