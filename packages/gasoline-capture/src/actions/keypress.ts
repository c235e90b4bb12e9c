/** The keys that do something by themselves: Enter, Escape and Tab. Others are typing, or the page's own affair. */

import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';

import { modifiersOf } from './modifiers.ts';
import type { Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Reports those keys. */
export function watchKeys(recorder: Recorder, env: Env): Uninstall {
  const { KeyboardEvent } = env.window;
  return env.listen('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const { key, repeat, isComposing } = event;
    // While text is composed (Japanese, for example) Enter chooses a word.
    if (repeat || isComposing || (key !== 'Enter' && key !== 'Escape' && key !== 'Tab')) return;
    const modifiers = modifiersOf(event);
    recorder.send({ type: 'keypress', key, modifiers }, recorder.observe(targetOf(event, env.dom)));
  });
}
