/** Typing: one entry for each field, with what stands there in the end. */

import { timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { TYPING_REST_MS } from '../settling.ts';
import type { Settling } from '../settling.ts';

import { fieldReader } from './field-value.ts';
import type { Observed, Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Reports what was typed when the user rests, leaves the field, or does anything else. */
export function watchInputs(recorder: Recorder, env: Env, settling: Settling): Uninstall {
  const { valueOf } = fieldReader(env);
  let typing: { readonly field: Element; readonly observed: Observed } | undefined;

  const typed = env.listen('input', (event) => {
    const field = targetOf(event, env.dom);
    if (field === undefined) return;
    const content = valueOf(field);
    // Chosen files are no typing.
    if (content === undefined || content.inputType === 'file') return;
    // Now, because at rest the page may have emptied or removed the field; once, because a field rarely changes its
    // name while it is typed in.
    if (typing?.field !== field) typing = { field, observed: recorder.observe(field) };
    const observed = { ...typing.observed, ts: timestamp(env) };
    const report = (): void => {
      typing = undefined;
      recorder.sendHeld({ type: 'input', ...content }, observed);
    };
    settling.hold(field, report, TYPING_REST_MS);
  });
  const left = ['change', 'focusout'].map((type) =>
    env.listen(type, (event) => {
      const field = targetOf(event, env.dom);
      if (field !== undefined) settling.release(field);
    }),
  );
  return () => {
    [typed, ...left].forEach((stop) => {
      stop();
    });
  };
}
