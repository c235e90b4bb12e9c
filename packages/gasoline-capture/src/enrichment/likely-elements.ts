/** The elements an error may have come from, as far as they are known at its moment. */

import type { Env } from '../env.ts';
import { append } from '../primordials.ts';

import { watchCurrentEvent } from './current-event.ts';
import { first } from './list.ts';
import type { RecentElement } from './recent-element.ts';

/**
 * What went on with an element when the error came: a handler of its event was running, or the event was being dispatched,
 * in which a framework may also render.
 */
export type Handling = 'handler' | 'event' | 'nothing';

/** An element an error may have to do with. */
export interface LikelyElement {
  readonly element: Element;
  readonly near: string;
  readonly handling: Handling;
}

/** How an error came. Of one that an event tells it is not known whether a handler of another event was running. */
export type Report = 'console' | 'exception';

/**
 * What an event is being handled of, then what the user acted on last, then what has the focus. The document as a whole is
 * no place.
 */
export type LikelyElements = (report: Report) => readonly LikelyElement[];

/** The likely elements of one window; `begins` is called with the element of each event of the user. */
export function watchLikelyElements(
  env: Env,
  recent: RecentElement,
  begins: (element: Element) => void,
): LikelyElements {
  const { window, dom } = env;
  const event = watchCurrentEvent(env, begins);
  const isPlace = (element: Element): boolean => {
    const name = dom.localName(element);
    return name !== 'body' && name !== 'html';
  };
  const likely = (report: Report): readonly (LikelyElement | undefined)[] => {
    const handled = event.handled();
    const target = recent.current();
    const active = dom.focused(window.document);
    const isInHandler = report === 'console' && event.isInHandler();
    return [
      handled && {
        element: handled.element,
        near: `its ${handled.type} was being handled`,
        handling: isInHandler ? 'handler' : 'event',
      },
      target && { element: target, near: 'the user acted on it shortly before', handling: 'nothing' },
      active === null ? undefined : { element: active, near: 'it has the focus', handling: 'nothing' },
    ];
  };
  return (report) => {
    const found: LikelyElement[] = [];
    const all = likely(report);
    for (let index = 0; index < all.length; index += 1) {
      const item = all[index];
      const isNew = first(found, ({ element }) => (element === item?.element ? true : undefined)) !== true;
      if (item !== undefined && isNew && isPlace(item.element)) append(found, item);
    }
    return found;
  };
}
