/** The components an error came out of: from a printed component stack, an error boundary, or an element. */

import type { AncestorComponent, ComponentAncestry, Framework } from 'gasoline-wire';

import { encode } from '../json.ts';
import { append } from '../primordials.ts';

import type { ComponentStack } from './component-stack.ts';
import { collected, first, reversed } from './list.ts';
import type { Origin } from './origins.ts';
import { byteLength } from './page-object.ts';
import type { IsLate } from './page-object.ts';

/** What is known of an error's place when its components are looked for. */
export interface Clues {
  /** Whether there was an element to start from. */
  readonly hasElement: boolean;
  readonly origins: readonly Origin[];
  /** The apps of the document, in which a boundary is looked for. */
  readonly apps: () => readonly Origin[];
  readonly stack: ComponentStack | undefined;
  /** Whether a boundary may have caught it: then it was only printed. */
  readonly mayBeCaught: boolean;
}

const MAX_COMPONENTS = 10;
const MAX_BYTES = 5120;

const NO_ELEMENT = 'no element to start from: nothing has the focus, and no action came just before';
const NO_FRAMEWORK = 'the element belongs to no component of React, Vue or Svelte';

/** The components, root first; a text says why there are none. */
export function ancestryOf(clues: Clues, isLate: IsLate): ComponentAncestry | string {
  const { origins, stack } = clues;
  const around = ({ framework, trace }: Origin): Found | undefined => {
    const components = trace.components(MAX_COMPONENTS, isLate);
    return components.length > 0 ? { framework, components } : undefined;
  };
  const found = caught(clues, isLate) ?? first(origins, around);
  if (stack !== undefined && (found === undefined || stack.framework === found.framework))
    return bounded(stack.framework, joined(stack, found?.components ?? []));
  if (found === undefined) return clues.hasElement ? NO_FRAMEWORK : NO_ELEMENT;
  return bounded(found.framework, found.components);
}

interface Found {
  readonly framework: Framework;
  /** Innermost first. */
  readonly components: readonly AncestorComponent[];
}

/** The boundary that caught the error, unless a stack says more. */
function caught({ origins, apps, stack, mayBeCaught }: Clues, isLate: IsLate): Found | undefined {
  if (!mayBeCaught && stack?.framework !== 'react') return undefined;
  const boundary = ({ framework, trace }: Origin): Found | undefined => {
    const components = trace.boundary?.(MAX_COMPONENTS, isLate);
    return components === undefined ? undefined : { framework, components };
  };
  // What has the focus is usually gone with what the boundary took down. Each boundary is told once, so it is looked for
  // also where the stack says more: it must not be taken for that of a later error.
  const found = first(origins, boundary) ?? first(apps(), boundary);
  return mayBeCaught && stack?.isWhole !== true && found?.components.length !== 0 ? found : undefined;
}

/**
 * The names of the stack with what is known of these components. A stack of one name only is that of the innermost: either
 * it is among the known ones, or it stands below them.
 */
function joined(
  { names, isWhole }: ComponentStack,
  known: readonly AncestorComponent[],
): readonly AncestorComponent[] {
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
  for (let index = met < known.length ? met + 1 : 0; index < known.length; index += 1)
    append(components, known[index] ?? { name: '' });
  return components;
}

/** Root first, the innermost ten. What is too much costs the outer components their keys. */
function bounded(framework: Framework, upwards: readonly AncestorComponent[]): ComponentAncestry {
  const components = reversed(collected(upwards, MAX_COMPONENTS, (component) => component));
  for (let index = 0; index < components.length; index += 1) {
    if (byteLength(encode({ components })) <= MAX_BYTES - 50) break;
    components[index] = { name: components[index]?.name ?? '' };
  }
  return { framework, components };
}
