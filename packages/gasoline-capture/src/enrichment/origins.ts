/** The elements an error may have come from, and the way from each to its components. */

import type { Framework } from 'gasoline-wire';

import type { Env } from '../env.ts';

import { climb } from './climb.ts';
import type { FrameworkReader, Trace } from './framework.ts';
import { watchLikelyElements } from './likely-elements.ts';
import type { Handling, LikelyElement, LikelyElements } from './likely-elements.ts';
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

/** Where to look. */
export interface Origins {
  readonly elements: LikelyElements;
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
  const elements = watchLikelyElements(env, recent, (element) => {
    begun = { element, origin: around(element) };
  });
  return {
    elements,
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
