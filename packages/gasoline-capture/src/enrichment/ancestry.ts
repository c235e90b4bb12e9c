/** The components an error came out of: from a printed component stack, an error boundary, or an element. */

import type { AncestorComponent, ComponentAncestry, Framework } from 'gasoline-wire';

import { encode } from '../json.ts';
import { append } from '../primordials.ts';

import type { ComponentStack } from './component-stack.ts';
import { collected, first, reversed } from './list.ts';
import type { LikelyOrigin, Origin } from './origins.ts';
import { byteLength } from './page-object.ts';
import type { IsLate } from './page-object.ts';

/** What is known of an error's place when its components are looked for. */
export interface Clues {
  /** Whether there was an element to start from. */
  readonly hasElement: boolean;
  /** Each with why the error may have to do with it. */
  readonly origins: readonly LikelyOrigin[];
  /** The apps of the document, in which a boundary is looked for. */
  readonly apps: () => readonly Origin[];
  readonly stack: ComponentStack | undefined;
  /** Whether a boundary may have caught it: then it was only printed. */
  readonly mayBeCaught: boolean;
}

const MAX_COMPONENTS = 10;

/** Components looked at, to tell how many are left out. */
const MAX_COUNTED = 100;

/** Stands for components that could not be told. */
const UNKNOWN: AncestorComponent = { name: '(unknown)' };

const MAX_BYTES = 5120;

const NO_ELEMENT = 'no element to start from: nothing has the focus, and no action came just before';
const NO_FRAMEWORK = 'the element belongs to no component of React, Vue or Svelte';

/**
 * The components, root first; a text says why there are none. Stated are those that a framework printed, those of the
 * boundary that caught the error, and those of an element whose handler failed. Of any other element it is said why the
 * error may have to do with it.
 */
export function ancestryOf(clues: Clues, isLate: IsLate): ComponentAncestry | string {
  const { origins, stack } = clues;
  const around = ({ framework, trace, near, handling }: LikelyOrigin): Found | undefined => {
    const components = trace.components(MAX_COUNTED, isLate);
    // While an event is dispatched a framework may also render, and React prints an error of that itself. But then it takes
    // the app down.
    const isKnown =
      framework === 'react' ? handling !== 'nothing' && trace.isThere?.() === true : handling === 'handler';
    return components.length > 0 ? { framework, components, near: isKnown ? undefined : near } : undefined;
  };
  const boundary = caught(clues, isLate);
  const element = boundary === undefined ? first(origins, around) : undefined;
  const found = boundary ?? element;
  if (stack !== undefined && (found === undefined || stack.framework === found.framework))
    return bounded({ framework: stack.framework, components: joined(stack, boundary, element) });
  if (found === undefined) return clues.hasElement ? NO_FRAMEWORK : NO_ELEMENT;
  return bounded(found);
}

interface Found {
  readonly framework: Framework;
  /** Innermost first. */
  readonly components: readonly AncestorComponent[];
  /** Why the error may have to do with them, where it is not known to come from them. */
  readonly near?: string | undefined;
}

/** The boundary that caught the error, unless a stack says more. */
function caught({ origins, apps, stack, mayBeCaught }: Clues, isLate: IsLate): Found | undefined {
  if (!mayBeCaught && stack?.framework !== 'react') return undefined;
  const boundary = ({ framework, trace }: Origin): Found | undefined => {
    const components = trace.boundary?.(MAX_COUNTED, isLate);
    return components === undefined ? undefined : { framework, components };
  };
  // What has the focus is usually gone with what the boundary took down. Each boundary is told once, so it is looked for
  // also where the stack says more: it must not be taken for that of a later error.
  const found = first(origins, boundary) ?? first(apps(), boundary);
  return mayBeCaught && stack?.isWhole !== true && found?.components.length !== 0 ? found : undefined;
}

/**
 * The names of the stack with what is known of these components. A stack of one name only is that of the innermost: it stands
 * somewhere below the boundary that caught its error, and of an element nothing follows for it.
 */
function joined(
  { names, isWhole }: ComponentStack,
  boundary: Found | undefined,
  element: Found | undefined,
): readonly AncestorComponent[] {
  const known = (isWhole ? (boundary ?? element) : boundary)?.components ?? [];
  // Both end at the root, so they are compared from there; `met` is the innermost known one that the stack names.
  let met = known.length;
  const rootFirst = collected(reversed(names), names.length, (name) => {
    let index = met - 1;
    while (index >= 0 && known[index]?.name !== name) index -= 1;
    if (index >= 0) met = index;
    return known[index] ?? { name };
  });
  const components = reversed(rootFirst);
  if (isWhole) return components;
  if (met >= known.length && known.length > 0) append(components, UNKNOWN);
  for (let index = met < known.length ? met + 1 : 0; index < known.length; index += 1)
    append(components, known[index] ?? { name: '' });
  return components;
}

/** Root first, the innermost ten. What is too much costs the outer components their keys. */
function bounded({ framework, components: upwards, near }: Found): ComponentAncestry {
  const components = reversed(collected(upwards, MAX_COMPONENTS, (component) => component));
  const outer = upwards.length - components.length;
  for (let index = 0; index < components.length; index += 1) {
    if (byteLength(encode({ components })) <= MAX_BYTES - 50) break;
    components[index] = { name: components[index]?.name ?? '' };
  }
  return {
    framework,
    components,
    ...(near === undefined ? {} : { near }),
    ...(outer > 0 ? { outer } : {}),
  };
}
