/**
 * The component stacks that frameworks print.
 *
 * React 16 to 18 print one with each error of a component in development, React 19 names the component; error boundaries
 * of apps often print the stack they are given. Vue prints one as a warning before an error of a component.
 */

import type { Framework } from 'gasoline-wire';

import { append, execute, indexOf, slice } from '../primordials.ts';

import { collected } from './list.ts';
import { cleanName } from './page-object.ts';

/** What a console line says about the components of an error. */
export interface ComponentStack {
  readonly framework: Framework;
  /** Innermost first. */
  readonly names: readonly string[];
  /** Whether these are all names up to the root, or only the innermost. */
  readonly isWhole: boolean;
  /** As it was printed, with places where the framework names them. */
  readonly text?: string;
}

/** Arguments looked at; React gives at most four. */
const MAX_ARGUMENTS = 5;

const MAX_NAMES = 50;

/** Longer texts are data. */
const MAX_CHARACTERS = 100_000;

const REACT_MESSAGE = /error occurred in the <([^<>\n]{1,200})> component/;

/** After a newline, so that an error's own stack, which begins with its message, is not taken for one. */
const REACT_STACK = /^\n {4}(?:at|in) |component:\n+ {4}(?:at|in) /;

/** `    at Name (place)`, in React 16 `    in Name (at place)`. */
const REACT_LINE = /\n {4}(at|in) ([^\s(]{1,200})(?: \((.{1,2000})\))?/g;

const VUE_STACK = /^\[Vue warn\]: [^\n]*error during execution/;

const VUE_LINE = /^ at <([^\s<>]{1,200})/;

/** The component stack among the arguments of a console call. */
export function componentStackIn(args: readonly unknown[]): ComponentStack | undefined {
  for (let index = 0; index < args.length && index < MAX_ARGUMENTS; index += 1) {
    const text = args[index];
    if (typeof text !== 'string' || text.length > MAX_CHARACTERS) continue;
    if (execute(VUE_STACK, text) !== null) return vueStack(args);
    const names = execute(REACT_STACK, text) === null ? [] : reactNames(text);
    if (names.length > 0) return { framework: 'react', names, isWhole: true, text };
    const [, name] = execute(REACT_MESSAGE, text) ?? [];
    if (name !== undefined) return { framework: 'react', names: [cleanName(name)], isWhole: false };
  }
  return undefined;
}

function reactNames(text: string): string[] {
  const names: string[] = [];
  REACT_LINE.lastIndex = 0;
  for (
    let match = execute(REACT_LINE, text);
    match !== null && names.length < MAX_NAMES;
    match = execute(REACT_LINE, text)
  ) {
    const [, word, name = '', place = ''] = match;
    // A place that is code belongs to a component, also to one with a short name out of a minifier.
    if (isComponentName(name) || (word === 'at' && indexOf(place, ':') > 0)) append(names, cleanName(name));
  }
  return names;
}

/** Elements of the page, such as `div`, stand among the components. */
function isComponentName(name: string): boolean {
  const first = slice(name, 0, 1);
  return first < 'a' || first > 'z';
}

/** The warning's arguments are its text and, in pieces, the lines of the stack with the props in them. */
function vueStack(args: readonly unknown[]): ComponentStack | undefined {
  const names = collected(args, MAX_NAMES, (text) => {
    const [, name] = typeof text === 'string' ? (execute(VUE_LINE, text) ?? []) : [];
    return name === undefined ? undefined : cleanName(name);
  });
  return names.length === 0 ? undefined : { framework: 'vue', names, isWhole: true };
}
