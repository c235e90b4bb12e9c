/** The page in short: where it stands, its headings, its forms, how much there is to use. */

import { textOf } from 'gasoline-capture/reading';
import type { PageField, PageForm, PageHeading, PageInfo } from 'gasoline-wire';

import { bounded } from './bounded.ts';
import { pageName } from './page-name.ts';
import { wholePage } from './page.ts';
import type { Page } from './page.ts';
import { findScopes } from './scopes.ts';
import type { Scope } from './scopes.ts';

const MAX_HEADINGS = 30;
const MAX_FORMS = 20;
const MAX_FIELDS = 30;
const MAX_TEXT_CHARACTERS = 100;
const MAX_URL_CHARACTERS = 300;

const HEADINGS = 'h1,h2,h3,h4,h5,h6,[role=heading]';
const FIELDS = 'input:not([type=hidden]),select,textarea';
const INTERACTIVE =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[role=option],[contenteditable=""],[contenteditable=true],[tabindex]:not([tabindex="-1"])';

/** Pseudo-classes cannot be fooled by fields of these names. */
const STATES = ['required', 'disabled', 'checked', 'invalid'] as const;

/** Answers. */
export function pageInfo(page: Page): PageInfo {
  const { window } = page;
  const { all, notes } = findScopes(page);
  const count = (selector: string): number =>
    all.reduce((sum, { root }) => sum + page.dom.findAll(root, selector).length, 0);
  const forms = all.flatMap((scope) => formsOf(page, scope));
  const omitted = forms.length - MAX_FORMS;
  return {
    ...pageName(page),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: Math.round(window.scrollX), y: Math.round(window.scrollY) },
    documentHeight: wholePage(page).scrollHeight,
    readyState: page.dom.readyState(window.document),
    forms: forms.slice(0, MAX_FORMS),
    headings: all.flatMap((scope) => headingsOf(page, scope)).slice(0, MAX_HEADINGS),
    links: count('a[href]'),
    images: count('img,svg:not(svg svg),picture:not(:has(img))'),
    interactiveElements: count(INTERACTIVE),
    notes: [...notes, ...(omitted > 0 ? [`${omitted} more forms`] : [])],
  };
}

function headingsOf({ dom, isVisible }: Page, { root }: Scope): PageHeading[] {
  const headings: PageHeading[] = [];
  const found = dom.findAll(root, HEADINGS);
  for (let index = 0; index < found.length && headings.length < MAX_HEADINGS; index += 1) {
    const element = found[index];
    if (element === undefined || !isVisible(element)) continue;
    const level = Number(
      /^h([1-6])$/.exec(dom.localName(element))?.[1] ?? dom.attribute(element, 'aria-level'),
    );
    const text = bounded(textOf(element, dom, MAX_TEXT_CHARACTERS), MAX_TEXT_CHARACTERS);
    // A heading without a level counts as second.
    headings.push({ level: Number.isInteger(level) && level > 0 ? level : 2, text });
  }
  return headings;
}

/** The forms of a scope, and the fields outside of any as one without a name. */
function formsOf(page: Page, scope: Scope): PageForm[] {
  const { dom } = page;
  const fields = new Map<Element | null, Element[]>();
  for (const form of dom.findAll(scope.root, 'form')) fields.set(form, []);
  for (const field of dom.findAll(scope.root, FIELDS)) {
    const owner = formOf(field, scope);
    const known = fields.get(owner) ?? [];
    if (known.length < MAX_FIELDS) known.push(field);
    fields.set(owner, known);
  }
  return [...fields].map(([form, owned]) => ({
    ...(form === null ? {} : formName(page, form)),
    fields: owned.map((field) => describeField(page, scope, field)),
  }));
}

function formOf(field: Element, { window }: Scope): Element | null {
  const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = window;
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement;
  return isField ? field.form : null;
}

function formName({ dom }: Page, form: Element): Pick<PageForm, 'id' | 'action'> {
  const [id, action] = [dom.attribute(form, 'id'), dom.attribute(form, 'action')];
  return {
    ...(id === null ? {} : { id: bounded(id, MAX_TEXT_CHARACTERS) }),
    ...(action === null ? {} : { action: bounded(action, MAX_URL_CHARACTERS) }),
  };
}

function describeField(page: Page, scope: Scope, field: Element): PageField {
  const { dom } = page;
  const name = dom.attribute(field, 'name') ?? dom.attribute(field, 'id');
  const label = labelOf(page, scope, field);
  const value = valueOf(page, scope, field);
  const state = STATES.filter((one) => dom.matches(field, `:${one}`));
  return {
    type: typeOf(field, scope),
    ...(name === null ? {} : { name: bounded(name, MAX_TEXT_CHARACTERS) }),
    ...(label === '' ? {} : { label: bounded(label, MAX_TEXT_CHARACTERS) }),
    ...(value === '' ? {} : { value: bounded(value, MAX_TEXT_CHARACTERS) }),
    ...(state.length === 0 ? {} : { state }),
  };
}

function typeOf(field: Element, { window }: Scope): string {
  return field instanceof window.HTMLInputElement ? field.type : field.localName;
}

function valueOf(page: Page, { window }: Scope, field: Element): string {
  const reader = page.fields(window);
  if (!(field instanceof window.HTMLSelectElement)) return reader.valueOf(field)?.value ?? '';
  return reader.masked(field, field.selectedOptions[0]?.label ?? '');
}

function labelOf({ dom }: Page, { window }: Scope, field: Element): string {
  const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = window;
  const hasLabels =
    field instanceof HTMLInputElement ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement;
  const label = hasLabels ? field.labels?.[0] : undefined;
  if (label !== undefined) return textOf(label, dom, MAX_TEXT_CHARACTERS);
  return dom.attribute(field, 'aria-label') ?? dom.attribute(field, 'placeholder') ?? '';
}
