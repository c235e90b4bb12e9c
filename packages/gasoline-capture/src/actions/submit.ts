/** Forms that are sent. */

import { getter } from '../dom.ts';
import { boundedUrl } from '../env.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';

import type { Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Reports submits; the element is the button that caused it, where there is one. */
export function watchSubmits(recorder: Recorder, env: Env): Uninstall {
  const { SubmitEvent, HTMLFormElement } = env.window;
  // A field called `action` hides the form's own.
  const actionOf = getter(HTMLFormElement.prototype, 'action');
  const methodOf = getter(HTMLFormElement.prototype, 'method');
  return env.listen('submit', (event) => {
    const form = targetOf(event, env.dom);
    if (!(form instanceof HTMLFormElement)) return;
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    recorder.send(
      { type: 'submit', formAction: boundedUrl(actionOf(form)), formMethod: methodOf(form) },
      recorder.observe(submitter ?? form),
    );
  });
}
