/** Things that are dragged somewhere, if they are dropped where they are wanted. */

import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';

import type { Observed, Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** What takes a thing as a whole, whichever part of it is hit. */
const RECEIVING =
  '[draggable="true"],[ondrop],li,tr,section,[role="listitem"],[role="row"],[role="list"],[role="region"],' +
  '[data-testid],[data-test-id],[data-cy],[id]';

/** Reports what was dragged where. */
export function watchDrags(recorder: Recorder, env: Env): Uninstall {
  const { dom } = env;
  let dragged: Observed | undefined;
  const receiverOf = (event: Event): Element | undefined => {
    const path = dom.path(event);
    for (let index = 0; index < path.length; index += 1) {
      const target: unknown = path[index];
      if (dom.isElement(target) && dom.matches(target, RECEIVING)) return target;
    }
    return targetOf(event, dom);
  };
  const stops = [
    env.listen('dragstart', (event) => {
      // Now, because the page may move it before it is dropped. Dragged text has no element.
      const element = targetOf(event, dom);
      dragged = element === undefined ? undefined : recorder.observe(element);
    }),
    env.listen('drop', (event) => {
      if (dragged === undefined) return;
      recorder.send({ type: 'drag', to: recorder.selectorsOf(receiverOf(event)) }, dragged);
      dragged = undefined;
    }),
    env.listen('dragend', () => {
      dragged = undefined;
    }),
  ];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}
