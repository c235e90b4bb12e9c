/** Choices in a `<select>`. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import { append } from '../primordials.ts';

import { bounded } from './bounded.ts';
import { fieldReader } from './field-value.ts';
import type { Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Reports what was chosen; several choices with commas between them, and where more than one is shown as a list. */
export function watchSelects(recorder: Recorder, env: Env): Uninstall {
  const { HTMLSelectElement, HTMLOptionElement } = env.window;
  const optionsOf = getter(HTMLSelectElement.prototype, 'selectedOptions');
  const isMultiple = getter(HTMLSelectElement.prototype, 'multiple');
  const sizeOf = getter(HTMLSelectElement.prototype, 'size');
  const valueOf = getter(HTMLOptionElement.prototype, 'value');
  const textOf = getter(HTMLOptionElement.prototype, 'text');
  const { masked } = fieldReader(env);

  const chosen = (select: HTMLSelectElement, read: (option: HTMLOptionElement) => string): string[] => {
    const options = optionsOf(select);
    const texts: string[] = [];
    for (let index = 0; index < options.length; index += 1) {
      const option = options[index];
      if (option !== undefined) append(texts, masked(select, read(option)));
    }
    return texts;
  };
  return env.listen('change', (event) => {
    const select = targetOf(event, env.dom);
    if (!(select instanceof HTMLSelectElement)) return;
    const values = chosen(select, valueOf);
    const isList = isMultiple(select) || sizeOf(select) > 1;
    const { text, truncated } = bounded(listed(values));
    recorder.send(
      {
        type: 'select',
        selectedValue: text,
        selectedValues: isList && truncated === undefined ? values : undefined,
        truncated,
        selectedText: bounded(listed(chosen(select, textOf))).text,
      },
      recorder.observe(select),
    );
  });
}

function listed(texts: readonly string[]): string {
  let list = '';
  for (let index = 0; index < texts.length; index += 1)
    list += `${index > 0 ? ', ' : ''}${texts[index] ?? ''}`;
  return list;
}
