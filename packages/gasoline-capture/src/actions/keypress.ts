/**
 * Keys that do something by themselves: Enter, Escape, Tab, arrows, and shortcuts with Control, Alt or Meta.
 *
 * Other keys are typing, of which the field tells. A single character is never recorded without such a modifier: a page
 * that listens for keys itself may ask for a PIN.
 */

import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { execute } from '../primordials.ts';

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

/** Reports those keys. */
export function watchKeys(recorder: Recorder, env: Env): Uninstall {
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
    const { key, code, repeat, isComposing } = event;
    // While text is composed (Japanese, for example) Enter chooses a word.
    if (repeat || isComposing) return;
    const target = targetOf(event, env.dom);
    if (!isMeant(event, target)) return;
    // Scripts know keys by their character on an English keyboard, or by their place.
    const name = execute(ASCII, key) === null ? code : key;
    recorder.send({ type: 'keypress', key: name, modifiers: modifiersOf(event) }, recorder.observe(target));
  });
}
