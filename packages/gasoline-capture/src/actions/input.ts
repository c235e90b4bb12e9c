/** Typing: one entry for each field, with what stands there in the end. */

import { timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { execute } from '../primordials.ts';
import { TYPING_REST_MS } from '../settling.ts';
import type { Settling } from '../settling.ts';

import { fieldReader } from './field-value.ts';
import type { Typed } from './field-value.ts';
import type { Observed, Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Fields of parts: browsers tell of a change at every key, of which most are dates that nobody meant. */
const OF_PARTS = /^(?:date|datetime-local|month|time|week)$/;

/** The field being typed in. */
interface Typing extends Typed {
  readonly field: Element;
  readonly observed: Observed;
}

/** Reports what was typed when the user rests, leaves the field, or does anything else. */
export function watchInputs(recorder: Recorder, env: Env, settling: Settling): Uninstall {
  const { typedIn } = fieldReader(env);
  let typing: Typing | undefined;

  const typed = env.listen('input', (event) => {
    const field = targetOf(event, env.dom);
    const content = field && typedIn(field);
    if (field === undefined || content === undefined) return;
    // Now, because at rest the page may have emptied or removed the field; once, because a field rarely changes its
    // name while it is typed in.
    const earlier = typing?.field === field ? typing.observed : undefined;
    const startTs = earlier?.startTs ?? earlier?.ts;
    const observed = { ...(earlier ?? recorder.observe(field)), ts: timestamp(env), startTs };
    typing = { ...content, field, observed };
    const report = (): void => {
      typing = undefined;
      recorder.sendHeld({ type: 'input', ...content.read() }, observed);
    };
    settling.hold('typing', field, report, TYPING_REST_MS);
  });
  const changed = env.listen('change', (event) => {
    const field = targetOf(event, env.dom);
    const isOfParts = typing?.field === field && execute(OF_PARTS, typing?.inputType ?? '') !== null;
    if (field !== undefined && !isOfParts) settling.release('typing', field);
  });
  const left = env.listen('focusout', (event) => {
    const field = targetOf(event, env.dom);
    if (field !== undefined) settling.release('typing', field);
  });
  // Some pages send and empty a message as soon as the button is pressed; keys and clicks release it before the page
  // hears of them.
  const pressed = env.listen('pointerdown', () => {
    typing?.read();
  });
  return () => {
    [typed, changed, left, pressed].forEach((stop) => {
      stop();
    });
  };
}
