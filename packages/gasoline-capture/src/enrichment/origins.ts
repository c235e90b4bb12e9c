/** The elements an error may have come from, and the way from each to its components. */

import type { Framework } from 'gasoline-wire';

import type { Env } from '../env.ts';
import { append } from '../primordials.ts';

import { climb } from './climb.ts';
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

/** Where to look. */
export interface Origins {
  /** What has the focus, then what the user acted on last. The document as a whole is no place. */
  elements(): readonly Element[];
  /** The nearest framework around each of the elements. */
  of(elements: readonly Element[]): readonly Origin[];
  /** The first app of the document, for what hangs on it as a whole. */
  apps(): readonly Origin[];
}

/** Containers of apps lie near the top. */
const MAX_SEARCHED = 300;

/** The origins in one window. */
export function createOrigins(env: Env, recent: RecentElement): Origins {
  const { window, dom } = env;
  const readers = [createReactReader(), createVueReader(dom), createSvelteReader(dom)];
  const isPlace = (element: Element): boolean => {
    const name = dom.localName(element);
    return name !== 'body' && name !== 'html';
  };
  return {
    elements() {
      const found: Element[] = [];
      const active = dom.focused(window.document);
      const target = recent.current();
      if (active !== null && isPlace(active)) append(found, active);
      if (target !== undefined && target !== active && isPlace(target)) append(found, target);
      return found;
    },
    of: (elements) =>
      collected(elements, elements.length, (origin) => {
        let found: Origin | undefined;
        climb(origin, dom, (element) => {
          found = traced(readers, element, origin);
          return found !== undefined;
        });
        return found;
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
