/** By attributes and classes that a person wrote: what the page is built of rather than what it says. */

import { append, execute, indexOf, trim } from '../primordials.ts';

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { classSelectorOf } from './class-names.ts';
import { originOfId } from './generated-id.ts';
import { quotedValue } from './quoted-value.ts';
import type { Search } from './search.ts';

/** Attributes that say what an element is for. */
const TELLING = ['name', 'for', 'href', 'action', 'formaction', 'src', 'list', 'autocomplete'];

/** Attributes that say what kind of element it is. */
const KINDS = ['type', 'draggable', 'tabindex'];

/** Data attributes of frameworks, and those that tell a state. */
const PASSING =
  /^data-(?:v-|s-|reactid|react|radix|headlessui|state|active|selected|focus|hover|open|checked|disabled|highlighted|orientation|side|align|index|key$|sveltekit|turbo|astro|emotion|styled|theme|loading|expanded|testid|test-id|cy$|value-|gasoline)/;

/** Values that are built at run time. */
const BUILT = /^(?:data|blob|javascript|about):/;

const MAX_DATA_ATTRIBUTES = 4;

/** Attributes tried together with classes. */
const MAX_COMBINED = 2;

/**
 * `added` is the risk that the element stands in a row, where addresses and data attributes are keys of records.
 *
 * One list of variants by attributes, one by classes. */
export function byCss(search: Search, added: number): readonly (readonly Candidate[])[] {
  const { dom, element } = search;
  const name = dom.escape(dom.localName(element));
  if (name === '') return [];
  return [byAttributes(search, name, added), byClass(search, name)];
}

/** By nothing but the kind of the element, where it is the only one. */
export function byKind(search: Search): readonly Candidate[] {
  const { dom, element } = search;
  const name = dom.escape(dom.localName(element));
  const variants: Candidate[] = [];
  for (let index = 0; index < KINDS.length; index += 1) {
    const attribute = KINDS[index] ?? '';
    const quoted = quotedValue(dom.attribute(element, attribute) ?? '');
    if (quoted !== undefined) append(variants, styled(search, `${name}[${attribute}=${quoted}]`, RISK.kind));
  }
  append(variants, styled(search, name, RISK.kind + RISK.exact));
  return name === '' ? [] : variants;
}

function byAttributes(search: Search, name: string, listed: number): readonly Candidate[] {
  const variants: Candidate[] = [];
  const combined: Candidate[] = [];
  const { dom, element } = search;
  const classes = classSelectorOf(element, dom);
  const add = (attribute: string, added: number): void => {
    const value = dom.attribute(element, attribute) ?? '';
    const quoted = quotedValue(value);
    if (quoted === undefined || execute(BUILT, value) !== null) return;
    const origin = originOfId(value);
    if (origin === 'generated') return;
    const isKey = attribute === 'href' || indexOf(attribute, 'data-') === 0;
    const risk = RISK.attribute + added + (origin === 'numbered' ? RISK.numbered : 0) + (isKey ? listed : 0);
    const selector = `${name}[${attribute}=${quoted}]${choice(search)}`;
    append(variants, styled(search, selector, risk));
    if (classes !== '') append(combined, styled(search, `${selector}${classes}`, risk + RISK.exact));
  };
  for (let index = 0; index < TELLING.length; index += 1) add(TELLING[index] ?? '', index);
  const names = dom.attributeNames(element);
  let count = 0;
  for (let index = 0; index < names.length && count < MAX_DATA_ATTRIBUTES; index += 1) {
    const attribute = names[index] ?? '';
    if (indexOf(attribute, 'data-') !== 0 || execute(PASSING, attribute) !== null) continue;
    if (dom.escape(attribute) !== attribute) continue;
    add(attribute, TELLING.length + count);
    count += 1;
  }
  for (let index = 0; index < combined.length && index < MAX_COMBINED; index += 1) {
    const variant = combined[index];
    if (variant !== undefined) append(variants, variant);
  }
  return variants;
}

/** By classes, and by the picture on it where an element has no text: others may be styled alike. */
function byClass(search: Search, name: string): readonly Candidate[] {
  const { dom, element } = search;
  const classes = classSelectorOf(element, dom);
  if (classes === '') return [];
  const plain = styled(search, `${name}${classes}`, RISK.className);
  const picture = trim(dom.text(element)) === '' ? dom.find(element, 'svg,img,i') : null;
  if (picture === null) return [plain];
  return [styled(search, `${name}${classes}:has(${dom.localName(picture)})`, RISK.className), plain];
}

/** The choices of one question share their name; the value tells them apart. */
function choice({ dom, element }: Search): string {
  const type = dom.attribute(element, 'type');
  if (type !== 'radio' && type !== 'checkbox') return '';
  const value = quotedValue(dom.attribute(element, 'value') ?? '');
  return value === undefined ? '' : `[value=${value}]`;
}

function styled(search: Search, selector: string, risk: number): Candidate {
  return candidate({ by: 'css', value: selector }, risk, (scope) =>
    search.isOnly(scope, [selector], search.element),
  );
}
