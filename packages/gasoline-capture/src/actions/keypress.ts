/**
 * Keys that do something by themselves: Enter, Escape, Tab, arrows, and shortcuts with Control, Alt or Meta.
 *
 * Other keys are typing, of which the field tells. A single character is never recorded without such a modifier: a page
 * that listens for keys itself may ask for a PIN.
 *
 * The same key again and again, as in an editor, is soon one entry with a count: hundreds of them would drive out everything else.
 */

import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { execute } from '../primordials.ts';
import { TYPING_REST_MS } from '../settling.ts';
import type { Settling } from '../settling.ts';

import { fieldReader } from './field-value.ts';
import { modifiersOf } from './modifiers.ts';
import type { Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Keys that are recorded wherever they are pressed: in a field the arrows choose among suggestions. */
const EVERYWHERE = /^(?:Enter|Escape|Tab|Arrow(?:Up|Down))$/;

/** Keys that move or delete text in a field, and do something of the app's elsewhere. */
const OUTSIDE_FIELDS = /^(?:Arrow\w+|Delete|Backspace)$/;

/** Keys of shortcuts; not the modifiers themselves, nor what an input method reports. */
const SHORTCUT = /^(?:.|F\d+|Home|End|Page\w+|Arrow\w+|Delete|Backspace)$/u;

/** With Control or Meta: text is selected, copied, changed or undone in a field. */
const EDITING = /^(?:[acvxyz]|Home|End|Arrow\w+|Delete|Backspace)$/i;

/** What the browser does itself is recorded as what it led to: a page is reloaded, an address entered, the history travelled. */
const OF_BROWSER = /^(?:(?:Control|Meta)[rl]|AltArrow(?:Left|Right))$/i;

const ASCII = /^[!-~]+$/;

/** Presses of one key in a row that are entries of their own: an app may answer each, as lists of suggestions do. */
const MOST_SINGLE = 10;

/** The key that was pressed last, how often in a row, and where. */
interface Row {
  readonly name: string;
  readonly subject: object;
  readonly presses: number;
}

/** Reports those keys. */
export function watchKeys(recorder: Recorder, env: Env, settling: Settling): Uninstall {
  let row: Row | undefined;
  const { KeyboardEvent } = env.window;
  const { typedIn } = fieldReader(env);
  const isMeant = (event: KeyboardEvent, target: Element | undefined): boolean => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (execute(EVERYWHERE, key) !== null) return true;
    const isInField = target !== undefined && typedIn(target) !== undefined;
    if (!altKey && !ctrlKey && !metaKey) return !isInField && execute(OUTSIDE_FIELDS, key) !== null;
    const held = ctrlKey ? 'Control' : metaKey ? 'Meta' : 'Alt';
    if (execute(SHORTCUT, key) === null || execute(OF_BROWSER, `${held}${key}`) !== null) return false;
    // Alt, and Control with it, is how many keyboards type further characters.
    return !isInField || (!altKey && execute(EDITING, key) === null);
  };
  return env.listen('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const { key, code, repeat, isComposing, altKey, ctrlKey, metaKey, shiftKey } = event;
    // While text is composed (Japanese, for example) Enter chooses a word.
    if (repeat || isComposing) return;
    const target = targetOf(event, env.dom);
    if (!isMeant(event, target)) return;
    // Scripts know keys by their character on an English keyboard, or by their place.
    const name = execute(ASCII, key) === null ? code : key;
    const modifiers = modifiersOf(event);
    const details = { type: 'keypress', key: name, modifiers } as const;
    const subject = target ?? env.window;
    const pressed = `${altKey ? 'a' : ''}${ctrlKey ? 'c' : ''}${metaKey ? 'm' : ''}${shiftKey ? 's' : ''} ${name}`;
    // Whatever else the user does lets go of what is held, and ends the row.
    const continues =
      row?.name === pressed &&
      row.subject === subject &&
      settling.isHeld('keys', subject) &&
      !settling.isHeld('typing', subject);
    const presses = continues ? (row?.presses ?? 0) + 1 : 1;
    row = { name: pressed, subject, presses };
    const observed = recorder.observe(target);
    if (presses <= MOST_SINGLE) {
      recorder.send(details, observed);
      settling.hold('keys', subject, () => undefined, TYPING_REST_MS);
      return;
    }
    const count = presses - MOST_SINGLE;
    const report = (): void => {
      recorder.sendHeld(count === 1 ? details : { ...details, count }, observed);
    };
    settling.hold('keys', subject, report, TYPING_REST_MS);
  });
}
