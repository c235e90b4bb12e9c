/**
 * React 16 to 19: from an element to the fibers above it.
 *
 * The fiber on an element alternates between the current and an outdated one, and so do its parents. But the two are a
 * pair for life, so the outdated way up leads, from the root's current fiber down, to the current one of each pair.
 */

import type { AncestorComponent } from 'gasoline-wire';

import { readAsError } from '../error-text.ts';
import { ownData } from '../own-data.ts';
import { append, createWeakMap, execute, get, hasOwn, objectKeys } from '../primordials.ts';
import type { SafeWeakMap } from '../primordials.ts';

import type { FrameworkReader, Trace } from './framework.ts';
import { collected, first, reversed } from './list.ts';
import { isObject, numberAt, objectAlong, objectAt } from './page-object.ts';
import type { IsLate } from './page-object.ts';
import { describeFiber } from './react-component.ts';
import { storeInFibers } from './react-stores.ts';

/** A node of React's tree. */
export type Fiber = object;

/** No tree is as deep; a cycle made by a page is as long as this. */
const MAX_DEPTH = 2000;

/** Fibers looked at in search of a boundary or a store. */
const MAX_FIBERS = 20_000;

/** Reads React. */
export function createReactReader(): FrameworkReader {
  // Boundaries stay marked until they render again, perhaps for minutes: each is told once.
  const told = createWeakMap<true>();
  return {
    framework: 'react',
    trace(element) {
      const fiber = fiberOf(element);
      return fiber === undefined ? undefined : traceOf(upwards(fiber), told);
    },
  };
}

function traceOf(chain: readonly Fiber[], told: SafeWeakMap<true>): Trace {
  return {
    components: (limit, isLate) => componentsOf(currentFibers(chain, isLate), limit, isLate),
    isThere: () => isMounted(rootOf(chain)),
    elementStack(name, isLate) {
      const root = rootOf(chain);
      return root === undefined ? undefined : stackOfChild(root, name, isLate);
    },
    boundary(limit, isLate) {
      const root = rootOf(chain);
      if (root === undefined) return undefined;
      let found: AncestorComponent[] = [];
      visitBelow(root, isLate, (fiber) => {
        const instance = hasCaught(fiber) ? objectAt(fiber, 'stateNode') : undefined;
        if (instance === undefined || told.get(instance) === true) return false;
        told.set(instance, true);
        found = componentsOf(currentFibers(upwards(fiber), isLate), limit, isLate);
        return true;
      });
      return found;
    },
    store(isLate) {
      const root = rootOf(chain);
      const found = storeInFibers((visit) => {
        if (first(chain, (fiber) => visit(fiber) || undefined) !== true && root !== undefined)
          visitBelow(root, isLate, visit);
      });
      return found ?? (root === undefined ? undefined : null);
    },
  };
}

/** The names under which elements carry their fiber, and containers that of the root; a random text follows. */
const FIBER = /^__react(?:Fiber|InternalInstance|Containere?)\$/;

/** Before React 18, where a container carries its root. */
const LEGACY_ROOT = '_reactRootContainer';

function fiberOf(element: Element): Fiber | undefined {
  const found = first(objectKeys(element), (name) =>
    execute(FIBER, name) === null ? undefined : objectAt(element, name),
  );
  return found ?? objectAlong(element, LEGACY_ROOT, '_internalRoot', 'current');
}

/** A fiber and those above it. */
function upwards(start: Fiber): Fiber[] {
  const chain: Fiber[] = [];
  for (
    let fiber: Fiber | undefined = start;
    fiber !== undefined && chain.length < MAX_DEPTH;
    fiber = objectAt(fiber, 'return')
  ) {
    append(chain, fiber);
  }
  return chain;
}

/** The current fiber of the root; undefined where the tree was taken down meanwhile. */
function rootOf(chain: readonly Fiber[]): Fiber | undefined {
  const top = chain[chain.length - 1];
  const current = top === undefined ? undefined : objectAlong(top, 'stateNode', 'current');
  return current !== undefined && isSame(current, top) ? current : undefined;
}

/** The chain as it is now, leaf first; from where it no longer exists, as it was. */
function currentFibers(chain: readonly Fiber[], isLate: IsLate): readonly Fiber[] {
  let current: Fiber | undefined;
  const rootFirst = collected(reversed(chain), chain.length, (fiber) => {
    const isTop = fiber === chain[chain.length - 1];
    current = isTop ? rootOf(chain) : current && childLike(fiber, current, isLate);
    return current ?? fiber;
  });
  return reversed(rootFirst);
}

function childLike(wanted: Fiber, parent: Fiber, isLate: IsLate): Fiber | undefined {
  let child = objectAt(parent, 'child');
  while (child !== undefined && !isSame(child, wanted)) {
    child = isLate() ? undefined : objectAt(child, 'sibling');
  }
  return child;
}

function isSame(fiber: Fiber, other: Fiber | undefined): boolean {
  return fiber === other || (other !== undefined && objectAt(fiber, 'alternate') === other);
}

function componentsOf(fibers: readonly Fiber[], limit: number, isLate: IsLate): AncestorComponent[] {
  return collected(fibers, limit, (fiber) => (isLate() ? undefined : describeFiber(fiber)));
}

/** Visits fibers in tree order until `visit` has found what it wanted. */
function visitBelow(root: Fiber, isLate: IsLate, visit: (fiber: Fiber) => boolean): void {
  let fiber: Fiber | undefined = root;
  for (let count = 0; fiber !== undefined && count < MAX_FIBERS && !isLate(); count += 1) {
    if (visit(fiber)) return;
    fiber = neighbour(fiber, 'child') ?? following(fiber, root);
  }
}

function following(start: Fiber, root: Fiber): Fiber | undefined {
  let fiber: Fiber | undefined = start;
  for (let depth = 0; fiber !== undefined && fiber !== root && depth < MAX_DEPTH; depth += 1) {
    const sibling = neighbour(fiber, 'sibling');
    if (sibling !== undefined) return sibling;
    fiber = neighbour(fiber, 'return');
  }
  return undefined;
}

/** Read directly: these are React's own plain fields, and descriptors of ten thousands of them take a long task. */
function neighbour(fiber: Fiber, name: 'child' | 'sibling' | 'return'): Fiber | undefined {
  const found: unknown = get(fiber, name);
  return isObject(found) ? found : undefined;
}

/** A root that was taken down has nothing below it. */
function isMounted(root: Fiber | undefined): boolean {
  return root !== undefined && objectAt(root, 'child') !== undefined;
}

/**
 * Where a component of this name made the child that a warning is about: the first without a key among several, else the
 * first at all. Development builds of React 19 keep a stack with each element.
 */
function stackOfChild(root: Fiber, name: string, isLate: IsLate): string | undefined {
  let found: string | undefined;
  let isKeyless = false;
  visitBelow(root, isLate, (fiber) => {
    const owner = objectAt(fiber, '_debugOwner');
    if (owner === undefined || describeFiber(owner)?.name !== name) return false;
    const stack = textOfStack(fiber);
    const isOneOfSeveral = neighbour(fiber, 'sibling') !== undefined || numberAt(fiber, 'index') > 0;
    if (stack === undefined || (found !== undefined && !isOneOfSeveral)) return false;
    isKeyless = isOneOfSeveral && ownData(fiber, 'key') === null;
    if (found === undefined || isKeyless) found = stack;
    return isKeyless;
  });
  return found;
}

function textOfStack(fiber: Fiber): string | undefined {
  const made: unknown = ownData(fiber, '_debugStack');
  return isObject(made) ? readAsError(made)?.stack : undefined;
}

const CLASS_COMPONENT = 1;

/** Whether a class component has caught an error in its latest rendering. */
function hasCaught(fiber: Fiber): boolean {
  if (get(fiber, 'tag') !== CLASS_COMPONENT) return false;
  // The mark moved by one bit with React 18, which also brought the sum of marks below.
  const didCapture = hasOwn(fiber, 'subtreeFlags') ? 128 : 64;
  return ((numberAt(fiber, 'flags') | numberAt(fiber, 'effectTag')) & didCapture) !== 0;
}
