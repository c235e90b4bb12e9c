/** Tells how an element shows that it was pressed from what the press led to. */

import type { Dom } from '../dom.ts';
import { execute } from '../primordials.ts';

import type { MutationAccess } from './mutation-access.ts';

/** Attributes that only dress an element, or say that it is pressed or has the focus. */
const DRESS = /^(?:class|style|tabindex|data-.*)$/;

/** What a user sees in an element without any text. */
const PICTURE = 'svg,img,picture,canvas,video,path,use,i';

/** Whether a change only shows that `pressed` was pressed. */
export type FeedbackTest = (record: MutationRecord, pressed: Element | undefined) => boolean;

/** The test of one window. */
export function createFeedbackTest(dom: Dom, mutations: MutationAccess): FeedbackTest {
  const isInside = (node: Node, pressed: Element): boolean => {
    let at: Node | null = node;
    while (at !== null && at !== pressed) at = dom.parent(at);
    return at === pressed;
  };
  const shows = (node: Node): boolean => {
    if (execute(/\S/, dom.text(node)) !== null) return true;
    return dom.isElement(node) && (dom.matches(node, PICTURE) || dom.find(node, PICTURE) !== null);
  };
  const anyShows = (nodes: NodeList): boolean => {
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes[index];
      if (node !== undefined && shows(node)) return true;
    }
    return false;
  };
  return (record, pressed) => {
    if (pressed === undefined || !isInside(mutations.target(record), pressed)) return false;
    if (mutations.type(record) === 'attributes')
      return execute(DRESS, mutations.attributeName(record) ?? '') !== null;
    if (mutations.type(record) === 'characterData') return false;
    return !anyShows(mutations.added(record)) && !anyShows(mutations.removed(record));
  };
}
