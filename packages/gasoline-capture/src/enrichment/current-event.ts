/**
 * The event of the user that the page is handling, and what it was about.
 *
 * An error that comes meanwhile may come from a handler of it. Components are looked up when the event begins: a click may
 * remove the very element that was clicked.
 */

import type { Env } from '../env.ts';
import { platformOf } from '../platform.ts';
import { dereference, get, WeakReference } from '../primordials.ts';

/** An event and where it goes. */
export interface HandledEvent {
  /** `click`. */
  readonly type: string;
  readonly element: Element;
}

/** Knows which event is being handled. */
export interface CurrentEvent {
  /** Undefined where none is. */
  handled(): HandledEvent | undefined;
  /** Whether code of a handler is running now; known only where no event of ours is dispatched meanwhile. */
  isInHandler(): boolean;
}

const TYPES = ['click', 'submit', 'input', 'change', 'keydown', 'keyup', 'pointerdown', 'pointerup', 'drop'];

/** What an event says when nobody is being told of it any more. */
const NOT_DISPATCHED = 0;

/** Watches the events of one window, for as long as it lives. */
export function watchCurrentEvent(
  { window, dom, listen }: Env,
  begins: (element: Element) => void,
): CurrentEvent {
  const { getter } = platformOf(window);
  const phaseOf = getter('Event', 'eventPhase');
  let latest: WeakRef<Event> | undefined;
  const note = (event: Event): void => {
    latest = new WeakReference(event);
    const target = dom.path(event)[0];
    if (dom.isElement(target)) begins(target);
  };
  for (let index = 0; index < TYPES.length; index += 1) listen(TYPES[index] ?? '', note);
  const current = (): Event | undefined => {
    const event = latest === undefined ? undefined : dereference(latest);
    return event !== undefined && phaseOf(event) !== NOT_DISPATCHED ? event : undefined;
  };
  return {
    handled() {
      const event = current();
      const target = event === undefined ? undefined : dom.path(event)[0];
      return event !== undefined && dom.isElement(target) ? { type: event.type, element: target } : undefined;
    },
    isInHandler() {
      const event = current();
      return event !== undefined && get(window, 'event') === event;
    },
  };
}
