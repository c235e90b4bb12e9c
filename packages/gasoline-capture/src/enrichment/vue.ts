/**
 * Vue 3: from an element to its component.
 *
 * Development builds write the component on each element. Production builds leave only the tree of virtual nodes on the
 * app's container; it is followed downwards, along the elements that contain the one in question.
 */

import type { AncestorComponent } from 'gasoline-wire';

import type { Dom } from '../dom.ts';
import { ownData } from '../own-data.ts';
import { append, createSet, isArray } from '../primordials.ts';
import type { SafeSet } from '../primordials.ts';

import { climb } from './climb.ts';
import type { FoundStore, FrameworkReader } from './framework.ts';
import { first } from './list.ts';
import { isObject, objectAlong, objectAt } from './page-object.ts';
import type { IsLate } from './page-object.ts';
import { stateOf } from './store-state.ts';
import { describeInstance } from './vue-component.ts';

/** Of a tree of virtual nodes, and of components in each other. */
const MAX_DEPTH = 1000;

/** Reads Vue. */
export function createVueReader(dom: Dom): FrameworkReader {
  return {
    framework: 'vue',
    trace(element, origin) {
      const marked = objectAt(element, '__vueParentComponent');
      const tree = objectAt(element, '_vnode');
      const app = objectAt(element, '__vue_app__');
      if (marked === undefined && (tree === undefined || app === undefined)) return undefined;
      const context = app ?? marked;
      return {
        components(limit, isLate) {
          const instance = marked ?? innermost(tree ?? {}, origin, dom, isLate);
          return instance === undefined ? [] : upwards(instance, limit);
        },
        store: () => (context === undefined ? undefined : (storeOf(context) ?? null)),
      };
    },
  };
}

function upwards(start: object, limit: number): AncestorComponent[] {
  const found: AncestorComponent[] = [];
  let instance: object | undefined = start;
  while (instance !== undefined && found.length < limit) {
    append(found, describeInstance(instance));
    instance = objectAt(instance, 'parent');
  }
  return found;
}

/** The innermost component whose elements contain `origin`. */
function innermost(tree: object, origin: Element, dom: Dom, isLate: IsLate): object | undefined {
  const path = createSet<unknown>();
  climb(origin, dom, (element) => {
    path.add(element);
    return false;
  });
  return instanceIn(tree, undefined, path, isLate, 0);
}

/** Undefined where a virtual node, drawn by `owner`, does not lead to the elements of the path. */
function instanceIn(
  node: object,
  owner: object | undefined,
  path: SafeSet<unknown>,
  isLate: IsLate,
  depth: number,
): object | undefined {
  if (depth > MAX_DEPTH || isLate()) return undefined;
  const inner = (child: object, its = owner): object | undefined =>
    instanceIn(child, its, path, isLate, depth + 1);
  const instance = objectAt(node, 'component');
  const drawn = instance === undefined ? undefined : objectAt(instance, 'subTree');
  if (drawn !== undefined) return inner(drawn, instance);
  const branch = objectAlong(node, 'suspense', 'activeBranch');
  if (branch !== undefined) return inner(branch);
  const isElement = typeof ownData(node, 'type') === 'string';
  if (isElement && !path.has(ownData(node, 'el'))) return undefined;
  const children = ownData(node, 'children');
  const found = isArray(children)
    ? first<unknown, object>(children, (child) => (isObject(child) ? inner(child) : undefined))
    : undefined;
  return found ?? (isElement ? owner : undefined);
}

/** Pinia and Vuex hang on what every component of an app inherits. `context` is an app or one of its components. */
function storeOf(context: object): FoundStore | undefined {
  const shared =
    objectAlong(context, '_context', 'config', 'globalProperties') ??
    objectAlong(context, 'appContext', 'config', 'globalProperties');
  if (shared === undefined) return undefined;
  const pinia = objectAlong(shared, '$pinia', 'state', '_rawValue');
  if (pinia !== undefined) return { source: 'pinia', state: pinia, store: pinia, read: (state) => state };
  const vuex = objectAt(shared, '$store');
  const state = vuex === undefined ? undefined : stateOf(vuex);
  return vuex === undefined || state === undefined
    ? undefined
    : { source: 'vuex', state, store: vuex, read: stateOf };
}
