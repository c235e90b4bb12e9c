/** What a framework must tell so that errors can be placed in its components. */

import type { AncestorComponent, Framework } from 'gasoline-wire';

import type { IsLate } from './page-object.ts';

/** How one framework is read. */
export interface FrameworkReader {
  readonly framework: Framework;
  /**
   * What leads from `element`, which is or contains `origin`, to the components around it; undefined where the framework
   * left no mark on it. Called at the moment of an error, because the components may be gone a moment later: must be
   * quick, and keep only references.
   */
  trace(element: Element, origin: Element): Trace | undefined;
}

/** Leads to the components around an element. Asked later, when the page is idle. */
export interface Trace {
  /** The components from the element upwards, at most `limit`. */
  components(limit: number, isLate: IsLate): AncestorComponent[];
  /** Whether the tree is still on the page; left out where a framework does not tell. */
  isThere?(): boolean;
  /** Where the element was made that a warning is about, as the browser prints stacks; of a component of this name. */
  elementStack?(name: string, isLate: IsLate): string | undefined;
  /**
   * The component that has just caught an error, with those above it; empty where the tree has none. Undefined where there
   * is no tree to search, so that others are asked.
   */
  boundary?(limit: number, isLate: IsLate): AncestorComponent[] | undefined;
  /** A store that the tree leads to; null where it leads to none, undefined as above. */
  store?(isLate: IsLate): FoundStore | null | undefined;
}

/** A store and its state now. */
export interface FoundStore {
  /** The library, or the name a store was registered under. */
  readonly source: string;
  readonly state: object;
  /** What is asked for the state; while it is there, it may be asked again. */
  readonly store: object;
  readonly read: (store: object) => object | undefined;
}

/** A component of which not more is known than what is given; empty lists are left out. */
export function component(
  name: string,
  propKeys: string[],
  hasState: boolean,
  stateKeys: string[],
): AncestorComponent {
  return {
    name,
    ...(propKeys.length > 0 ? { propKeys } : {}),
    ...(hasState ? { hasState } : {}),
    ...(stateKeys.length > 0 ? { stateKeys } : {}),
  };
}

/** Of one component. */
export const MAX_PROP_KEYS = 20;

/** Of one component. */
export const MAX_STATE_KEYS = 10;

/** What stands for a component without a name. */
export const ANONYMOUS = 'Anonymous';
