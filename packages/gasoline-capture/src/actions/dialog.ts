/**
 * Dialogs of the browser and how they were answered.
 *
 * The page waits in such a call until the user has answered, so an entry is about the moment in which it asked. Until then
 * no turn ends and no timer runs: what was said before, often the reason for the dialog, leaves before it opens.
 */

import type { DialogKind } from 'gasoline-wire';

import { timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import { REDACTED } from '../redacted.ts';
import { removeOwnFrames } from '../own-frames.ts';
import { followMethod } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { execute } from '../primordials.ts';
import { isSensitiveName } from '../sensitive-names.ts';
import { truncate } from '../truncate.ts';

import { bounded } from './bounded.ts';
import type { ActionDetails, Recorder } from './record.ts';

const DIALOGS: readonly DialogKind[] = ['alert', 'confirm', 'prompt'];
const MAX_MESSAGE_CHARACTERS = 500;

/** What a question ends in, after the word that matters: `Password:`. */
const PUNCTUATION = /^(.*?)[\s:?.!…]*$/s;

/** Reports answered dialogs, and lets everything go before one opens. */
export function watchDialogs(recorder: Recorder, env: Env, isWanted: () => boolean): Uninstall {
  const stops = DIALOGS.map((dialog) => {
    let asked = '';
    return followMethod(env.window, dialog, {
      before: () => {
        asked = timestamp(env);
        env.releases.now('announced');
      },
      returned: (_receiver, args, result) => {
        if (!isWanted()) return;
        const message = textOf(args[0]);
        const details: ActionDetails = {
          type: 'dialog',
          dialog,
          text: message,
          ...answerOf(dialog, result, message),
        };
        recorder.send(details, { ...recorder.observePage(), ts: asked });
      },
      threw: (_receiver, error) => {
        removeOwnFrames(error);
      },
    });
  });
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

function answerOf(
  dialog: DialogKind,
  result: unknown,
  message: string | undefined,
): Pick<ActionDetails, 'accepted' | 'value' | 'truncated'> {
  if (dialog === 'confirm') return { accepted: result === true };
  if (dialog === 'alert') return { accepted: true };
  if (typeof result !== 'string') return { accepted: false };
  const question = execute(PUNCTUATION, message ?? '')?.[1] ?? '';
  if (result !== '' && isSensitiveName(question)) return { accepted: true, value: REDACTED };
  const { text, truncated } = bounded(result);
  return { accepted: true, value: text, truncated };
}

/** Objects would be converted by their own methods, a second time: only what needs no page code is told. */
function textOf(message: unknown): string | undefined {
  if (typeof message === 'string') return truncate(message, MAX_MESSAGE_CHARACTERS);
  return typeof message === 'number' || typeof message === 'boolean' ? `${message}` : undefined;
}
