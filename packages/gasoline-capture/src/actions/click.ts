/** Clicks, by pointer or keyboard; double clicks, and those that ask for a menu. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import type { Settling } from '../settling.ts';
import { textOf } from '../text.ts';

import { watchChoices } from './choice.ts';
import { modifiersOf } from './modifiers.ts';
import type { ActionDetails, Recorder } from './record.ts';
import { clickedElement } from './target.ts';

const MAX_TEXT_CHARACTERS = 100;

/** Reports clicks of the user. */
export function watchClicks(recorder: Recorder, env: Env, settling: Settling): Uninstall {
  const { MouseEvent } = env.window;
  const enter = watchEnter(env);
  const isForwarded = forwardingTest(env);
  const choices = watchChoices(recorder, env, settling);
  const detailsOf = (type: ClickKind, event: MouseEvent, element: Element | undefined): ActionDetails => {
    const text = element === undefined ? '' : textOf(element, env.dom, MAX_TEXT_CHARACTERS);
    const position = positionOf(event);
    return { type, text: text === '' ? undefined : text, modifiers: modifiersOf(event), position };
  };

  const click = env.listen('click', (event) => {
    if (!(event instanceof MouseEvent)) return;
    const element = clickedElement(event, env.dom);
    if (isForwarded(element) || (positionOf(event) === undefined && enter.isDown())) return;
    const details = detailsOf('click', event, element);
    const field = choices.fieldOf(element);
    if (field === undefined || element === undefined) recorder.send(details, recorder.observe(element));
    else choices.clicked(field, element, details, recorder.observe(element));
  });
  const other = (name: string, type: ClickKind): Uninstall =>
    env.listen(name, (event) => {
      if (!(event instanceof MouseEvent)) return;
      const element = clickedElement(event, env.dom);
      recorder.send(detailsOf(type, event, element), recorder.observe(element));
    });
  const stops = [click, other('dblclick', 'doubleclick'), other('contextmenu', 'rightclick'), choices.stop];
  return () => {
    enter.stop();
    stops.forEach((stop) => {
      stop();
    });
  };
}

type ClickKind = 'click' | 'doubleclick' | 'rightclick';

/** A click by keyboard has no place. */
function positionOf({ detail, clientX, clientY }: MouseEvent): { x: number; y: number } | undefined {
  return detail === 0 && clientX === 0 && clientY === 0 ? undefined : { x: clientX, y: clientY };
}

/** Enter clicks the button that has the focus, or the one that sends the form: the key is on record already. */
function watchEnter(env: Env): { isDown: () => boolean; stop: Uninstall } {
  const { KeyboardEvent } = env.window;
  let isDown = false;
  const stops = ['keydown', 'keyup'].map((type) =>
    env.listen(type, (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Enter') isDown = type === 'keydown';
    }),
  );
  return {
    isDown: () => isDown,
    stop: () => {
      stops.forEach((stop) => {
        stop();
      });
    },
  };
}

/** A click on a label is followed by one on its field, at once, that the user did not make. */
function forwardingTest({ window, after }: Env): (element: Element | undefined) => boolean {
  const { HTMLLabelElement } = window;
  const controlOf = getter(HTMLLabelElement.prototype, 'control');
  let expected: Element | undefined;
  return (element) => {
    if (element !== undefined && element === expected) return true;
    if (element instanceof HTMLLabelElement) {
      expected = controlOf(element) ?? undefined;
      after(0, () => {
        expected = undefined;
      });
    }
    return false;
  };
}
