/** What stands in a field, unless that is nobody's business. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import { lastIndexOf, slice } from '../primordials.ts';
import { isSensitiveName } from '../sensitive-names.ts';
import { textOf } from '../text.ts';

import { bounded } from './bounded.ts';
import { typedText } from './typed-text.ts';

/** Reads fields. */
export interface FieldReader {
  /** What a field holds; undefined for what is no field or says nothing by its value. */
  valueOf(element: Element): FieldValue | undefined;
  /** `text`, or `[redacted]` where the element is a sensitive field. */
  masked(element: Element, text: string): string;
}

/** A value and the kind of its field. */
export interface FieldValue {
  readonly value: string;
  readonly inputType: string;
  /** The field holds more than that. */
  readonly truncated?: true | undefined;
}

const REDACTED = '[redacted]';
const MAX_LABEL_CHARACTERS = 100;

/** The attributes in which pages say what a field is for. */
const TELLING_ATTRIBUTES = ['name', 'id', 'autocomplete', 'aria-label', 'placeholder', 'data-testid'];

/** Inputs that are clicked rather than filled. */
const CLICKED_TYPES = ['checkbox', 'radio', 'button', 'submit', 'reset', 'image'];

/** The reader of one window. */
export function fieldReader({ window, dom }: Pick<Env, 'window' | 'dom'>): FieldReader {
  const { HTMLInputElement, HTMLTextAreaElement, HTMLElement } = window;
  const typeOf = getter(HTMLInputElement.prototype, 'type');
  const inputValue = getter(HTMLInputElement.prototype, 'value');
  const areaValue = getter(HTMLTextAreaElement.prototype, 'value');
  const isEditable = getter(HTMLElement.prototype, 'isContentEditable');
  const inputLabels = getter(HTMLInputElement.prototype, 'labels');

  const labelTells = (element: Element): boolean => {
    const labels = element instanceof HTMLInputElement ? inputLabels(element) : null;
    const label = labels?.[0];
    return label !== undefined && isSensitiveName(textOf(label, dom, MAX_LABEL_CHARACTERS));
  };
  const isSensitive = (element: Element): boolean => {
    if (element instanceof HTMLInputElement && typeOf(element) === 'password') return true;
    for (let index = 0; index < TELLING_ATTRIBUTES.length; index += 1) {
      const text = dom.attribute(element, TELLING_ATTRIBUTES[index] ?? '');
      if (text !== null && isSensitiveName(text)) return true;
    }
    return labelTells(element);
  };
  const masked: FieldReader['masked'] = (element, text) =>
    text !== '' && isSensitive(element) ? REDACTED : text;
  const read = (element: Element): FieldValue | undefined => {
    if (element instanceof HTMLInputElement) return ofInput(typeOf(element), inputValue(element));
    if (element instanceof HTMLTextAreaElement) return { value: areaValue(element), inputType: 'textarea' };
    if (element instanceof HTMLElement && isEditable(element))
      return { value: typedText(element, dom), inputType: 'contenteditable' };
    return undefined;
  };
  return {
    valueOf(element) {
      const field = read(element);
      if (field === undefined) return undefined;
      const { text, truncated } = bounded(field.value);
      return { ...field, value: masked(element, text), truncated };
    },
    masked,
  };
}

function ofInput(inputType: string, value: string): FieldValue | undefined {
  for (let index = 0; index < CLICKED_TYPES.length; index += 1) {
    if (CLICKED_TYPES[index] === inputType) return undefined;
  }
  // The browser invents a folder for a chosen file: `C:\fakepath\photo.png`.
  return { value: inputType === 'file' ? slice(value, lastIndexOf(value, '\\') + 1) : value, inputType };
}
