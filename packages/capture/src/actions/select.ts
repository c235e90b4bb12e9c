/** Choices in a `<select>`. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { truncate } from '../truncate.ts';

import { fieldReader } from './field-value.ts';
import type { Recorder } from './record.ts';
import { targetOf } from './target.ts';

const MAX_CHARACTERS = 1000;

/** Reports what was chosen; several choices with commas between them. */
export function watchSelects(recorder: Recorder, env: Env): Uninstall {
  const { HTMLSelectElement, HTMLOptionElement } = env.window;
  const optionsOf = getter(HTMLSelectElement.prototype, 'selectedOptions');
  const valueOf = getter(HTMLOptionElement.prototype, 'value');
  const textOf = getter(HTMLOptionElement.prototype, 'text');
  const { masked } = fieldReader(env);

  const list = (select: HTMLSelectElement, read: (option: HTMLOptionElement) => string): string => {
    const options = optionsOf(select);
    let text = '';
    for (let index = 0; index < options.length; index += 1) {
      const option = options[index];
      if (option !== undefined) text += `${index > 0 ? ', ' : ''}${read(option)}`;
    }
    return masked(select, truncate(text, MAX_CHARACTERS));
  };
  return env.listen('change', (event) => {
    const select = targetOf(event, env.dom);
    if (!(select instanceof HTMLSelectElement)) return;
    recorder.send(
      { type: 'select', selectedValue: list(select, valueOf), selectedText: list(select, textOf) },
      recorder.observe(select),
    );
  });
}
