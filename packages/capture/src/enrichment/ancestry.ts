/** The components an error came out of: from a printed component stack, an error boundary, or an element. */

import type { AncestorComponent, ComponentAncestry, Framework } from 'wire';

import { encode } from '../json.ts';
import { append, max } from '../primordials.ts';

import type { ComponentStack } from './component-stack.ts';
import type { Origin } from './origins.ts';
import { byteLength } from './page-object.ts';
import type { IsLate } from './page-object.ts';

/** What is known of an error's place when its components are looked for. */
export interface Clues {
  readonly origins: readonly Origin[];
  /** The apps of the document, in which a boundary is looked for. */
  readonly apps: () => readonly Origin[];
  readonly stack: ComponentStack | undefined;
  /** Whether a boundary may have caught it: then it was only printed. */
  readonly mayBeCaught: boolean;
}

const MAX_COMPONENTS = 10;
const MAX_BYTES = 5120;

/** The components, root first; a text says why there are none. */
export function ancestryOf(clues: Clues, isLate: IsLate): ComponentAncestry | string {
  const { stack } = clues;
  const found = foundIn(clues, isLate);
  if (typeof found !== 'string') {
    const upwards = stack?.framework === found.framework ? joined(stack, found.components) : found.components;
    return bounded(found.framework, upwards);
  }
  return stack === undefined ? found : bounded(stack.framework, joined(stack, []));
}

interface Found {
  readonly framework: Framework;
  /** Innermost first. */
  readonly components: readonly AncestorComponent[];
}

function foundIn({ origins, apps, stack, mayBeCaught }: Clues, isLate: IsLate): Found | string {
  let reason = 'no element to start from: nothing has the focus, and no action came just before';
  if (mayBeCaught && stack?.isWhole !== true) {
    // What has the focus is usually gone with what the boundary took down.
    const caught = boundaryIn(origins, isLate) ?? boundaryIn(apps(), isLate);
    if (caught !== undefined) return caught;
  }
  for (let index = 0; index < origins.length; index += 1) {
    const origin = origins[index];
    if (origin === undefined) continue;
    const components = origin.trace.components(MAX_COMPONENTS, isLate);
    if (typeof components === 'string') reason = components;
    else if (components.length > 0) return { framework: origin.framework, components };
    else reason = 'no component around the element';
  }
  return reason;
}

function boundaryIn(origins: readonly Origin[], isLate: IsLate): Found | undefined {
  for (let index = 0; index < origins.length; index += 1) {
    const origin = origins[index];
    const components = origin?.trace.boundary?.(MAX_COMPONENTS, isLate);
    if (origin !== undefined && components !== undefined) return { framework: origin.framework, components };
  }
  return undefined;
}

/** The names of the stack with what is known of these components; where it has only the innermost, that on top. */
function joined(stack: ComponentStack, known: readonly AncestorComponent[]): readonly AncestorComponent[] {
  const { names, isWhole } = stack;
  const components: AncestorComponent[] = [];
  // Both end at the root, so they are compared from there.
  let rest = known.length - 1;
  for (let index = names.length - 1; index >= 0; index -= 1) {
    const name = names[index] ?? '';
    const same = lastNamed(name, known, rest);
    if (same >= 0) rest = same - 1;
    append(components, known[same] ?? { name });
  }
  const innermostFirst = reversed(components);
  if (isWhole) return innermostFirst;
  if (rest < known.length - 1) return from(known, rest + 1);
  for (let index = 0; index < known.length; index += 1) append(innermostFirst, known[index] ?? { name: '' });
  return innermostFirst;
}

/** Index of the outermost component of a name, at `start` or further in; -1 where there is none. */
function lastNamed(name: string, components: readonly AncestorComponent[], start: number): number {
  let index = start;
  while (index >= 0 && components[index]?.name !== name) index -= 1;
  return index;
}

function from(components: readonly AncestorComponent[], start: number): AncestorComponent[] {
  const kept: AncestorComponent[] = [];
  for (let index = start; index < components.length; index += 1)
    append(kept, components[index] ?? { name: '' });
  return kept;
}

function reversed(components: readonly AncestorComponent[]): AncestorComponent[] {
  const turned: AncestorComponent[] = [];
  for (let index = components.length - 1; index >= 0; index -= 1)
    append(turned, components[index] ?? { name: '' });
  return turned;
}

/** Root first, the innermost ten. What is too much costs the outer components their keys. */
function bounded(framework: Framework, upwards: readonly AncestorComponent[]): ComponentAncestry {
  const components = reversed(from(reversed(upwards), max(0, upwards.length - MAX_COMPONENTS)));
  const ancestry = { framework, components: reversed(components) };
  for (let index = 0; index < ancestry.components.length; index += 1) {
    if (byteLength(encode(ancestry)) <= MAX_BYTES) break;
    ancestry.components[index] = { name: ancestry.components[index]?.name ?? '' };
  }
  return ancestry;
}
