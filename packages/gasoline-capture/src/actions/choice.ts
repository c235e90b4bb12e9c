/**
 * Checkboxes and radio buttons: what they were set to, rather than that somebody clicked.
 *
 * The click on such a field, or on its label, waits until the field has told of its change in the same task. If it does not,
 * because the page refused the click or a radio button was chosen already, it remains a click.
 */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import type { Settling } from '../settling.ts';

import { hitTest } from './hit-test.ts';
import type { ActionDetails, Observed, Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Watches fields that are checked. */
export interface Choices {
  /** The field that a click on an element checks. */
  fieldOf(element: Element | undefined): Element | undefined;
  /** Keeps a click back until it is known what became of it. */
  clicked(field: Element, element: Element, details: ActionDetails, observed: Observed): void;
  readonly stop: Uninstall;
}

/** The choices of one window. */
export function watchChoices(recorder: Recorder, env: Env, settling: Settling): Choices {
  const { HTMLInputElement } = env.window;
  const { dom } = env;
  const typeOf = getter(HTMLInputElement.prototype, 'type');
  const isChecked = getter(HTMLInputElement.prototype, 'checked');
  const isHit = hitTest(env);
  /** The last click; observed where it hit something else because the field cannot be hit. */
  let clicked: { readonly field: Element; readonly observed: Observed | undefined } | undefined;

  const isChoice = (element: Element | null): element is HTMLInputElement => {
    if (!(element instanceof HTMLInputElement)) return false;
    const type = typeOf(element);
    return type === 'checkbox' || type === 'radio';
  };
  // The label stands for a field that cannot be clicked, by the keyboard too.
  const observedAt = (field: Element): Observed =>
    recorder.observe(isHit(field) ? field : (dom.labels(field)[0] ?? field));
  const changed = (field: HTMLInputElement): void => {
    const observed = (clicked?.field === field ? clicked.observed : undefined) ?? observedAt(field);
    const type = isChecked(field) ? 'check' : 'uncheck';
    clicked = undefined;
    settling.hold('choice', field, () => {
      recorder.sendHeld({ type }, observed);
    });
    settling.releaseAll();
  };
  const stop = env.listen('change', (event) => {
    const field = targetOf(event, dom) ?? null;
    if (isChoice(field)) changed(field);
  });
  return {
    fieldOf(element) {
      const field = element === undefined ? null : (dom.control(element) ?? element);
      return isChoice(field) ? field : undefined;
    },
    clicked(field, element, details, observed) {
      settling.releaseAll();
      // Now, because the page may cover the field when it hears of the click.
      clicked = { field, observed: element === field || isHit(field) ? undefined : observed };
      const report = (): void => {
        clicked = undefined;
        recorder.sendHeld(details, observed);
      };
      settling.hold('choice', field, report, 0);
    },
    stop,
  };
}
