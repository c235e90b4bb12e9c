/**
 * Calls the half of a binding that the test runner keeps in the page as if the page had changed nothing.
 *
 * Playwright's half uses `JSON`, `Map` and `Promise` of the page at the time of the call. A page that has its own
 * `JSON.stringify`, or gives arrays a `toJSON` as older libraries do, would garble the message or read along. The call is
 * synchronous and runs no page code otherwise, so what was the browser's own is put in place for as long as it takes.
 */

import {
  append,
  BrowserPromise,
  defineProperty,
  deleteProperty,
  get,
  getOwnPropertyDescriptor,
  hasOwn,
} from 'gasoline-capture';
import type { PageWindow } from 'gasoline-capture';

/** Something the call depends on, as it was before the page; undefined where the language has nothing there. */
interface Dependence {
  readonly owner: object;
  readonly name: PropertyKey;
  readonly original: unknown;
}

/** Undoes what was done. */
type Undo = () => void;

/** Runs a call without the page's changes. */
export type Undisturbed = (call: () => void) => void;

/** Remembers what the window has now. */
export function undisturbedBy(window: PageWindow): Undisturbed {
  const { JSON, Map, Array, Object } = window;
  const dependences: readonly Dependence[] = [
    ...['JSON', 'Map'].map((name) => dependence(window, name)),
    // Not that of a library which came before us: its promises would run in the page's own turns.
    { owner: window, name: 'Promise', original: BrowserPromise },
    dependence(JSON, 'stringify'),
    ...['get', 'set', 'has'].map((name) => dependence(Map.prototype, name)),
    ...[Array, Object].map(({ prototype }) => dependence(prototype, 'toJSON')),
  ];
  return (call) => {
    const undos: Undo[] = [];
    for (let index = 0; index < dependences.length; index += 1) putBack(dependences[index], undos);
    try {
      call();
    } finally {
      for (let index = undos.length - 1; index >= 0; index -= 1) undos[index]?.();
    }
  };
}

/** What is there now, also behind a getter. */
function dependence(owner: object, name: PropertyKey): Dependence {
  return { owner, name, original: hasOwn(owner, name) ? get(owner, name) : undefined };
}

/** Puts the original in the place of what the page has there. What the page has frozen stays. */
function putBack(dependent: Dependence | undefined, undos: Undo[]): void {
  if (dependent === undefined) return;
  const { owner, name, original } = dependent;
  const current = getOwnPropertyDescriptor(owner, name);
  if (current === undefined ? original === undefined : hasOwn(current, 'value') && current.value === original)
    return;
  const own = {
    value: original,
    writable: current?.writable ?? true,
    enumerable: current?.enumerable ?? false,
    configurable: current?.configurable ?? true,
  };
  if (!defineProperty(owner, name, own)) return;
  append(undos, () => {
    if (current === undefined) deleteProperty(owner, name);
    else defineProperty(owner, name, current);
  });
}
