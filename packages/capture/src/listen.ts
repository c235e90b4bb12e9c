/**
 * Window listeners that survive `document.open`.
 *
 * `document.open`, and a `document.write` that opens implicitly, erase every listener of the window. Adding a
 * listener that is still there changes nothing, so after each of these calls all of ours are simply added again.
 */

import type { PageWindow } from './page-window.ts';
import { observeMethod } from './patch.ts';
import type { Uninstall } from './patch.ts';
import { apply } from './primordials.ts';

/** Listens for an event on the window. A listener may fail; the page never hears of it. */
export type Listen = (type: string, listener: (event: Event) => void) => Uninstall;

interface Registration {
  readonly type: string;
  readonly listener: (event: Event) => void;
}

/** Before the page's own listeners, which could stop the event. */
const CAPTURE = true;

const OPENING_METHODS = ['open', 'write', 'writeln'];

/** The `listen` of one window. */
export function createListen(window: PageWindow): Listen {
  const { addEventListener, removeEventListener } = window.EventTarget.prototype;
  const registrations = new Set<Registration>();
  let stopWatching: Uninstall[] = [];

  const arm = ({ type, listener }: Registration): void => {
    apply(addEventListener, window, [type, listener, CAPTURE]);
  };
  const watchOpening = (): Uninstall[] =>
    OPENING_METHODS.map((name) =>
      observeMethod(window.Document.prototype, name, 'after', () => {
        registrations.forEach(arm);
      }),
    );

  return (type, listener) => {
    const registration = { type, listener: quiet(listener) };
    if (registrations.size === 0) stopWatching = watchOpening();
    registrations.add(registration);
    arm(registration);
    return () => {
      registrations.delete(registration);
      apply(removeEventListener, window, [type, registration.listener, CAPTURE]);
      if (registrations.size === 0)
        stopWatching.forEach((stop) => {
          stop();
        });
    };
  };
}

function quiet(listener: (event: Event) => void): (event: Event) => void {
  return (event) => {
    try {
      listener(event);
    } catch {
      // An error here would be reported to the page as its own.
    }
  };
}
