/** Clicks, by pointer or keyboard. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { textOf } from '../text.ts';

import type { Recorder } from './record.ts';
import { clickedElement, targetOf } from './target.ts';

const MAX_TEXT_CHARACTERS = 100;

/** Reports clicks of the user. */
export function watchClicks(recorder: Recorder, env: Env): Uninstall {
  const { MouseEvent, HTMLLabelElement } = env.window;
  const controlOf = getter(HTMLLabelElement.prototype, 'control');
  let forwardedTo: Element | undefined;

  /** A click on a label is followed by one on its field that the user did not make. */
  const expectForwarded = (label: HTMLLabelElement): void => {
    forwardedTo = controlOf(label) ?? undefined;
    env.after(0, () => {
      forwardedTo = undefined;
    });
  };
  return env.listen('click', (event) => {
    if (!(event instanceof MouseEvent)) return;
    const element = clickedElement(event, env.dom);
    if (element !== undefined && element === forwardedTo) return;
    if (element instanceof HTMLLabelElement) expectForwarded(element);
    const target = element ?? targetOf(event, env.dom);
    const text = target === undefined ? '' : textOf(target, env.dom, MAX_TEXT_CHARACTERS);
    recorder.send(
      { type: 'click', text: text === '' ? undefined : text, position: positionOf(event) },
      recorder.observe(target),
    );
  });
}

/** A click by keyboard has no place. */
function positionOf({ detail, clientX, clientY }: MouseEvent): { x: number; y: number } | undefined {
  return detail === 0 && clientX === 0 && clientY === 0 ? undefined : { x: clientX, y: clientY };
}
