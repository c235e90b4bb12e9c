/**
 * Replaces the values of sensitive fields in bodies, console arguments and error texts.
 *
 * Works on the text instead of parsing it, so that it can be done to the start of a body that was cut, leaves every
 * other character as it was, and costs one search where no field sounds sensitive. The server redacts again, with
 * more knowledge.
 */

import { execute, indexOf, slice } from './primordials.ts';
import { REDACTED, redactedNumber } from './redacted.ts';
import { isSensitiveName, SECRETS } from './sensitive-names.ts';

/**
 * Stands in every text that names a field `isSensitiveName` knows. `pin` is part of many words: only with what may follow a
 * name in JSON or a form.
 */
const HINT = new RegExp(`${SECRETS.replaceAll(/ \?|\(\?:[^)]*\)/g, '')}|pin\\d*[\\]"=%]`, 'i');

/** A JSON member: its name, then a string (perhaps cut off by the end of the text), a number or an opening bracket. */
const JSON_MEMBER = /"([^"\\]{1,64})"\s*:\s*(?:("[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*)|[[{])/g;

/**
 * What JSON consists of between brackets, but for `true`, `false` and `null`; a string with a colon is a name. The end of the
 * text closes all that is open.
 */
const JSON_PART = /"[^"\\]*(?:\\.[^"\\]*)*"?(\s*:)?|-?\d[\d.eE+-]*|([[{])|([\]}]|$)/g;

/**
 * A string that says something about a secret: a template, a type, a validation message. The server decides about these, with
 * more words.
 */
const ABOUT =
  /^"(?:[$<{%:*•]|\[redacted|(?:null|undefined|string|number|required|invalid|expired)"|(?:.* )?(?:is|must|be|not|too|required|invalid|expired|missing|match|enter|your|password|token)\b.* |.* (?:is|required|invalid|short|match|password|token)\b)/i;

/** A name, what joins it to a value, and the value, in text of no syntax: a line of the console, an error. */
const ASSIGNED =
  /([\w$.-]{2,64})["']?\s?[:=]\s?["']?(?:(?:bearer|basic|token|digest) )?([^\s"'\\,;&<>(){}[\]]*\d[^\s"'\\,;&<>(){}[\]]*)/gi;

/** A pair of a form: its name, then its value. */
const FORM_PAIR = /(?:^|&)([^&=]{1,200})=([^&]*)/g;

/** How the fields of a body are written. */
export type FieldSyntax = 'json' | 'form';

/** `text` with the values of sensitive fields replaced. */
export function maskFields(text: string, syntax: FieldSyntax): string {
  if (execute(HINT, text) === null) return text;
  return syntax === 'json'
    ? maskEach(text, JSON_MEMBER, isSensitiveMember, masked)
    : maskEach(text, FORM_PAIR, isSensitiveFormName, () => REDACTED);
}

/** A line of text with the values of sensitive fields replaced, whether it holds JSON or not. */
export function maskLine(text: string): string {
  if (execute(HINT, text) === null) return text;
  return maskEach(maskFields(text, 'json'), ASSIGNED, isAssigned, () => REDACTED);
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
  isSensitive: (name: string, value: string | undefined) => boolean,
  replacement: (value: string) => string,
): string {
  let masked = '';
  let copied = 0;
  field.lastIndex = 0;
  for (let match = execute(field, text); match !== null; match = execute(field, text)) {
    const [, name = '', value] = match;
    if (value === '' || !isSensitive(name, value)) continue;
    const start = field.lastIndex - (value?.length ?? 1);
    masked +=
      slice(text, copied, start) + (value === undefined ? maskBelow(text, start) : replacement(value));
    if (value === undefined) field.lastIndex = JSON_PART.lastIndex;
    copied = field.lastIndex;
  }
  return masked + slice(text, copied);
}

/**
 * The array or object that begins at `start`, and ends at `JSON_PART.lastIndex`, with every string and number in it masked.
 * Brackets, names, `true` and `null` stay: of what shape a body is can still be learned, and they give nothing away.
 */
function maskBelow(text: string, start: number): string {
  let below = '';
  let copied = start;
  let depth = 0;
  JSON_PART.lastIndex = start;
  do {
    const [part = '', colon, opening, closing] = execute(JSON_PART, text) ?? [];
    if (opening !== undefined) depth += 1;
    else if (closing !== undefined) depth = closing === '' ? 0 : depth - 1;
    else if (colon === undefined && execute(ABOUT, part) === null) {
      below += slice(text, copied, JSON_PART.lastIndex - part.length) + masked(part);
      copied = JSON_PART.lastIndex;
    }
  } while (depth > 0);
  return below + slice(text, copied, JSON_PART.lastIndex);
}

/** What stands for a string or a number of JSON. */
function masked(value: string): string {
  return `"${value[0] === '"' ? REDACTED : redactedNumber(value)}"`;
}

/** A number of tokens is a number of them. */
function isSensitiveMember(name: string, value = '"'): boolean {
  if (value[0] !== '"') return isSensitiveName(name) && execute(/tokens$/i, name) === null;
  return isSensitiveName(name) && execute(ABOUT, value) === null;
}

/** A marker's own words are no name. */
function isAssigned(name: string, value = ''): boolean {
  return isSensitiveName(name) && value.length > 5 && execute(/^[[$]|:(?:string|number)/, value) === null;
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
