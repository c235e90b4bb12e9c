/** The elements an error may have come from, and the way from each to its components. */

import type { Framework } from 'gasoline-wire';

import type { Env } from '../env.ts';
import { append } from '../primordials.ts';

import { climb } from './climb.ts';
import { watchCurrentEvent } from './current-event.ts';
import type { FrameworkReader, Trace } from './framework.ts';
import { collected, first } from './list.ts';
import { createReactReader } from './react.ts';
import type { RecentElement } from './recent-element.ts';
import { createSvelteReader } from './svelte.ts';
import { createVueReader } from './vue.ts';

/** A place in a framework's tree. */
export interface Origin {
  readonly framework: Framework;
  readonly trace: Trace;
}

/** A place that an error may have to do with. */
export interface LikelyOrigin extends Origin {
  /** Why. */
  readonly near: string;
  readonly handling: Handling;
}

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

/** Where to look. */
export interface Origins {
  /**
   * What an event is being handled of, then what the user acted on last, then what has the focus. The document as a whole is
   * no place.
   */
  elements(report: Report): readonly LikelyElement[];
  /** The nearest framework around each of the elements. */
  of(elements: readonly LikelyElement[]): readonly LikelyOrigin[];
  /** The first app of the document, for what hangs on it as a whole. */
  apps(): readonly Origin[];
}

/** Containers of apps lie near the top. */
const MAX_SEARCHED = 300;

interface Begun {
  readonly element: Element;
  readonly origin: Origin | undefined;
}

/** The origins in one window. */
export function createOrigins(env: Env, recent: RecentElement): Origins {
  const { window, dom } = env;
  const readers = [createReactReader(), createVueReader(dom), createSvelteReader(dom)];
  const around = (origin: Element): Origin | undefined => {
    let found: Origin | undefined;
    climb(origin, dom, (element) => {
      found = traced(readers, element, origin);
      return found !== undefined;
    });
    return found;
  };
  // What the latest event was about, looked up when it began: its element may be gone by now.
  let begun: Begun | undefined;
  const event = watchCurrentEvent(env, (element) => {
    begun = { element, origin: around(element) };
  });
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
  return {
    elements(report) {
      const found: LikelyElement[] = [];
      const all = likely(report);
      for (let index = 0; index < all.length; index += 1) {
        const item = all[index];
        const isNew = first(found, ({ element }) => (element === item?.element ? true : undefined)) !== true;
        if (item !== undefined && isNew && isPlace(item.element)) append(found, item);
      }
      return found;
    },
    of: (elements) =>
      collected(elements, elements.length, ({ element, near, handling }) => {
        const origin = begun?.element === element ? begun.origin : around(element);
        return origin === undefined ? undefined : { ...origin, near, handling };
      }),
    apps() {
      const next = dom.walk(window.document);
      let node = next();
      for (let count = 0; node !== null && count < MAX_SEARCHED; count += 1) {
        const app = dom.isElement(node) ? traced(readers, node, node) : undefined;
        if (app !== undefined) return [app];
        node = next();
      }
      return [];
    },
  };
}

/** What the first framework knows of an element. */
function traced(readers: readonly FrameworkReader[], element: Element, origin: Element): Origin | undefined {
  return first(readers, (reader) => {
    const trace = reader.trace(element, origin);
    return trace === undefined ? undefined : { framework: reader.framework, trace };
  });
}
