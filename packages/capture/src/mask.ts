/**
 * Replaces the values of sensitive fields in bodies.
 *
 * Works on the text instead of parsing it, so that it can be done to the start of a body that was cut, leaves every
 * other character as it was, and costs one search where no field sounds sensitive. The server redacts again, with
 * more knowledge.
 */

import { execute, indexOf, slice } from './primordials.ts';
import { isSensitiveName, SENSITIVE_ENDINGS } from './sensitive-names.ts';

/** Stands where a secret stood. */
export const REDACTED = '[redacted]';

/**
 * Stands in every text that names a field `isSensitiveName` knows. `pin` is part of many words: only with what may follow a
 * name in JSON or a form.
 */
const HINT = new RegExp(`${SENSITIVE_ENDINGS.replaceAll(/\(\?:[^)]*\)/g, '')}|pin\\d*[\\]"=%]`, 'i');

/** A JSON member: its name, then a string (perhaps cut off by the end of the text) or a number. */
const JSON_MEMBER = /"([^"\\]{1,64})"\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*)/g;

/** A pair of a form: its name, then its value. */
const FORM_PAIR = /(?:^|&)([^&=]{1,200})=([^&]*)/g;

/** How the fields of a body are written. */
export type FieldSyntax = 'json' | 'form';

/** `text` with the values of sensitive fields replaced. */
export function maskFields(text: string, syntax: FieldSyntax): string {
  if (execute(HINT, text) === null) return text;
  return syntax === 'json'
    ? maskEach(text, JSON_MEMBER, isSensitiveName, `"${REDACTED}"`)
    : maskEach(text, FORM_PAIR, isSensitiveFormName, REDACTED);
}

/** The beginning of JSON; Socket.IO puts the kind of a message before it, `42["said",…]`. */
const JSON_START = /^\d*[{["]/;

/** Masks text whose syntax is not declared: what begins like JSON is taken for it. */
export function maskText(text: string): string {
  return execute(JSON_START, text) === null ? text : maskFields(text, 'json');
}

function maskEach(
  text: string,
  field: RegExp,
  isSensitive: (name: string) => boolean,
  replacement: string,
): string {
  let masked = '';
  let copied = 0;
  field.lastIndex = 0;
  for (let match = execute(field, text); match !== null; match = execute(field, text)) {
    const [, name = '', value = ''] = match;
    if (value === '' || !isSensitive(name)) continue;
    const end = field.lastIndex;
    masked += `${slice(text, copied, end - value.length)}${replacement}`;
    copied = end;
  }
  return masked + slice(text, copied);
}

/** Brackets are often escaped: `user%5Bpassword%5D`. */
function isSensitiveFormName(name: string): boolean {
  const plain = indexOf(name, '%') < 0 ? name : unescapedBrackets(name);
  return isSensitiveName(plain);
}

/** A separator for every escape: which one it is does not matter. */
function unescapedBrackets(name: string): string {
  let text = '';
  for (let index = 0; index < name.length; index += 1) {
    const isEscape = name[index] === '%';
    text += isEscape ? '.' : (name[index] ?? '');
    if (isEscape) index += 2;
  }
  return text;
}
