/** What stands in a field, unless that is nobody's business. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import { execute, lastIndexOf, slice } from '../primordials.ts';
import { REDACTED } from '../redacted.ts';
import { isSensitiveName } from '../sensitive-names.ts';
import { textOf } from '../text.ts';

import { bounded } from './bounded.ts';
import { MAX_NODES, typedText } from './typed-text.ts';

/** Reads fields. */
export interface FieldReader {
  /** What a field holds; undefined for what is no field or says nothing by its value. */
  valueOf(element: Element): FieldValue | undefined;
  /** The same at every key; undefined also for files, which are not typed. */
  typedIn(element: Element): Typed | undefined;
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

/** What was typed in a field. */
export interface Typed {
  readonly inputType: string;
  /** What stood there at the key; of a long text, what stands there when it is first asked for. */
  readonly read: () => FieldValue;
}

/** As many nodes are read at every key: a message or a code, which the page may empty as soon as it is complete. */
const MAX_NODES_AT_ONCE = 200;

/** The kind of what is edited without being a form's field. */
const EDITOR = 'contenteditable';

const MAX_LABEL_CHARACTERS = 100;

/** The attributes in which pages say what a field is for. */
const TELLING_ATTRIBUTES = ['name', 'id', 'autocomplete', 'aria-label', 'placeholder', 'data-testid'];

/** A placeholder that gives examples, or has more than four words, does not name its field. */
const EXAMPLES = /,|e\.g\.|\S\s+\S+\s+\S+\s+\S+\s+\S/i;

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
      const attribute = TELLING_ATTRIBUTES[index] ?? '';
      const text = dom.attribute(element, attribute);
      if (text === null || !isSensitiveName(text)) continue;
      if (attribute !== 'placeholder' || execute(EXAMPLES, text) === null) return true;
    }
    return labelTells(element);
  };
  const masked: FieldReader['masked'] = (element, text) =>
    text !== '' && isSensitive(element) ? REDACTED : text;
  const ofEditor = (element: Element, maxNodes: number): FieldValue => {
    const { text, isCut } = typedText(element, dom, maxNodes);
    return { value: text, inputType: EDITOR, truncated: isCut || undefined };
  };
  const read = (element: Element, maxNodes: number): FieldValue | undefined => {
    if (element instanceof HTMLInputElement) return ofInput(typeOf(element), inputValue(element));
    if (element instanceof HTMLTextAreaElement) return { value: areaValue(element), inputType: 'textarea' };
    return element instanceof HTMLElement && isEditable(element) ? ofEditor(element, maxNodes) : undefined;
  };
  const told = (element: Element, field: FieldValue): FieldValue => {
    const { text, truncated } = bounded(field.value);
    return { ...field, value: masked(element, text), truncated: field.truncated ?? truncated };
  };
  /** The element may no longer be editable by then, nor say what it is for. */
  const later = (element: Element): Typed['read'] => {
    if (isSensitive(element)) return () => ({ value: REDACTED, inputType: EDITOR });
    let value: FieldValue | undefined;
    return () => (value ??= told(element, ofEditor(element, MAX_NODES)));
  };
  return {
    valueOf(element) {
      const field = read(element, MAX_NODES);
      return field && told(element, field);
    },
    typedIn(element) {
      const field = read(element, MAX_NODES_AT_ONCE);
      if (field === undefined || field.inputType === 'file') return undefined;
      const { inputType } = field;
      if (field.truncated) return { inputType, read: later(element) };
      const value = told(element, field);
      return { inputType, read: () => value };
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
