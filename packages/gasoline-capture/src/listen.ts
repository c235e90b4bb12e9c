/**
 * Window listeners that survive `document.open`.
 *
 * `document.open`, and a `document.write` that opens implicitly, erase every listener of the window. Adding a
 * listener that is still there changes nothing, so after each of these calls all of ours are simply added again.
 *
 * Test tools set the content of a page by these calls from a world of their own, where they are not ours to watch. But
 * the document loses its root then, and who observes it is not erased: that is told at the end of the tool's turn.
 */

import type { PageWindow } from './page-window.ts';
import { observeMethod } from './patch.ts';
import type { Uninstall } from './patch.ts';
import { platformOf } from './platform.ts';
import { append, apply, without } from './primordials.ts';
import { quiet } from './quiet.ts';

/** On its way down an event comes before the page's own listeners, which could stop it; on its way up among them. */
type Way = 'down' | 'up';

/** Listens for an event on the window. A listener may fail; the page never hears of it. */
export type Listen = (type: string, listener: (event: Event) => void, way?: Way) => Uninstall;

interface Registration {
  readonly type: string;
  readonly listener: (event: Event) => void;
  readonly isCapture: boolean;
}

const OPENING_METHODS = ['open', 'write', 'writeln'];

/** The `listen` of one window. */
export function createListen(window: PageWindow): Listen {
  const { addEventListener, removeEventListener } = window.EventTarget.prototype;
  let registrations: Registration[] = [];
  let stopWatching: readonly Uninstall[] = [];

  const arm = ({ type, listener, isCapture }: Registration): void => {
    apply(addEventListener, window, [type, listener, isCapture]);
  };
  const armAll = (): void => {
    for (let index = 0; index < registrations.length; index += 1) {
      const registration = registrations[index];
      if (registration !== undefined) arm(registration);
    }
  };
  const remove = (registration: Registration): void => {
    registrations = without(registrations, registration);
    apply(removeEventListener, window, [registration.type, registration.listener, registration.isCapture]);
    if (registrations.length > 0) return;
    for (let index = 0; index < stopWatching.length; index += 1) stopWatching[index]?.();
  };

  return (type, listener, way = 'down') => {
    const registration = { type, listener: quiet(listener), isCapture: way === 'down' };
    if (registrations.length === 0)
      stopWatching = [...afterOpening(window, armAll), watchRoot(window, armAll)];
    append(registrations, registration);
    arm(registration);
    return () => {
      remove(registration);
    };
  };
}

function afterOpening(window: PageWindow, react: () => void): Uninstall[] {
  const stops: Uninstall[] = [];
  for (let index = 0; index < OPENING_METHODS.length; index += 1) {
    append(stops, observeMethod(window.Document.prototype, OPENING_METHODS[index] ?? '', 'after', react));
  }
  return stops;
}

/** The root of a document, not what is below it: it hardly ever changes. */
const CHILDREN = { __proto__: null, childList: true };

/** Calls back when the root of the window's document has changed, also when another document has taken over the window. */
function watchRoot(window: PageWindow, react: () => void): Uninstall {
  const { addEventListener, removeEventListener } = window.EventTarget.prototype;
  const { method } = platformOf(window);
  const observe = method('MutationObserver', 'observe');
  // To observe what is observed already changes nothing, just as with listeners.
  const watch = quiet(() => {
    apply(addEventListener, window, ['readystatechange', watch, true]);
    observe(observer, window.document, CHILDREN);
  });
  const observer = createObserver(
    window,
    quiet(() => {
      watch();
      react();
    }),
  );
  if (observer === undefined) return () => undefined;
  const disconnect = quiet(method('MutationObserver', 'disconnect'));
  watch();
  return () => {
    apply(removeEventListener, window, ['readystatechange', watch, true]);
    disconnect(observer);
  };
}

/** None where somebody who came before us has taken them away, or put something else in their place. */
function createObserver({ MutationObserver }: PageWindow, react: () => void): MutationObserver | undefined {
  try {
    return new MutationObserver(react);
  } catch {
    return undefined;
  }
}
