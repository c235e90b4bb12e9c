/** By attributes and classes that a person wrote: what the page is built of rather than what it says. */

import { append, execute, indexOf, trim } from '../primordials.ts';

import { candidate, RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { classSelectorOf } from './class-names.ts';
import { originOfId } from './generated-id.ts';
import { originOfAddress } from './link-address.ts';
import { quotedValue, tellingValue } from './quoted-value.ts';
import type { Search } from './search.ts';

/** Attributes that say what an element is for. */
const TELLING = ['name', 'for', 'href', 'action', 'formaction', 'src', 'list', 'autocomplete'];

/** Attributes that say what kind of element it is. */
const KINDS = ['type', 'tabindex'];

/** Attributes of frameworks and of the platform, and those that tell a state; of an app's own all have a hyphen. */
const PASSING =
  /^(?:aria|v|ng|x|hx|wire|up|accept|http)-|^_|-index$|^row-id$|^data-(?:v-|s-|reactid|react|radix|headlessui|state|active|selected|focus|hover|open|checked|disabled|highlighted|orientation|side|align|index|key$|sveltekit|turbo|astro|emotion|styled|theme|loading|expanded|testid|test-id|cy$|value-|gasoline)/;

/** Of those, the ones that hold an address. */
const ADDRESS = /^(?:href|action|formaction|src)$/;

/** Values that are built at run time. */
const BUILT = /^(?:data|blob|javascript|about):/;

const MAX_OWN_ATTRIBUTES = 4;

/** Variants by what an element is built of. */
export interface CssCandidates {
  readonly attributes: readonly Candidate[];
  /** Addresses and attributes of an app's own, which in rows are keys of records. */
  readonly keys: readonly Candidate[];
  readonly classes: readonly Candidate[];
}

/** By attributes, keys and classes. */
export function byCss(search: Search): CssCandidates {
  const { dom, element } = search;
  const name = dom.escape(dom.localName(element));
  if (name === '') return { attributes: [], keys: [], classes: [] };
  return { ...byAttributes(search, name), classes: byClass(search, name) };
}

/** By nothing but the kind of the element, where it is the only one. */
export function byKind(search: Search): readonly Candidate[] {
  const { dom, element } = search;
  const name = dom.escape(dom.localName(element));
  const variants: Candidate[] = [];
  for (let index = 0; index < KINDS.length; index += 1) {
    const attribute = KINDS[index] ?? '';
    const quoted = tellingValue(dom.attribute(element, attribute) ?? '');
    if (quoted !== undefined) append(variants, styled(search, `${name}[${attribute}=${quoted}]`, RISK.kind));
  }
  append(variants, styled(search, name, RISK.kind + RISK.exact));
  return name === '' ? [] : variants;
}

function byAttributes(search: Search, name: string): Pick<CssCandidates, 'attributes' | 'keys'> {
  const { dom, element } = search;
  const attributes: Candidate[] = [];
  const keys: Candidate[] = [];
  const classes = classSelectorOf(element, dom);
  const selection = choice(search);
  const chosen = selection === '' ? '' : `/${dom.attribute(element, 'value') ?? ''}`;
  const add = (attribute: string, added: number): void => {
    const value = dom.attribute(element, attribute) ?? '';
    const quoted = tellingValue(value);
    if (quoted === undefined || execute(BUILT, value) !== null) return;
    const isAddress = execute(ADDRESS, attribute) !== null;
    const origin = (isAddress ? originOfAddress : originOfId)(`${value}${chosen}`);
    if (origin === 'generated') return;
    const list = attribute === 'href' || indexOf(attribute, '-') > 0 ? keys : attributes;
    const risk = RISK.attribute + added + (origin === 'numbered' ? RISK.numbered : 0);
    const selector = `${name}[${attribute}=${quoted}]${selection}`;
    append(list, styled(search, selector, risk));
    if (classes !== '') append(list, styled(search, `${selector}${classes}`, risk + RISK.exact));
  };
  for (let index = 0; index < TELLING.length; index += 1) add(TELLING[index] ?? '', index);
  const names = dom.attributeNames(element);
  let count = 0;
  for (let index = 0; index < names.length && count < MAX_OWN_ATTRIBUTES; index += 1) {
    const attribute = names[index] ?? '';
    if (indexOf(attribute, '-') < 1 || execute(PASSING, attribute) !== null) continue;
    if (dom.escape(attribute) !== attribute) continue;
    add(attribute, TELLING.length + count);
    count += 1;
  }
  return { attributes, keys };
}

/** By classes, and by the picture on it where an element has no text: others may be styled alike. */
function byClass(search: Search, name: string): readonly Candidate[] {
  const { dom, element } = search;
  const classes = classSelectorOf(element, dom);
  const variants: Candidate[] = [];
  const picture = trim(dom.text(element)) === '' ? dom.find(element, 'svg,img,i') : null;
  if (picture !== null)
    append(variants, styled(search, `${name}${classes}:has(${dom.localName(picture)})`, RISK.className));
  if (classes !== '') append(variants, styled(search, `${name}${classes}`, RISK.className));
  return variants;
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
