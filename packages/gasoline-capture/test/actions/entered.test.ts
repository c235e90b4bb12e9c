import { expect, it } from 'vitest';

import type { Dom } from '../../src/dom.ts';
import { capturePage, createTestEnv, QUIET } from '../page.ts';
import type { Entry } from '../page.ts';

/** The entry that a changed field leaves. */
function changed(html: string, selector: string): Entry | undefined {
  const { window, entries, stop } = capturePage({ settings: () => ({ ...QUIET, actions: true }) });
  window.document.body.innerHTML = html;
  const field = window.document.querySelector(selector);
  field?.dispatchEvent(new window.Event('input', { bubbles: true }));
  field?.dispatchEvent(new window.Event('change', { bubbles: true }));
  stop();
  return entries.find(({ type }) => type === 'input' || type === 'select');
}

/** A list of countries, two of them chosen if there can be several. */
const countries = (attributes: string): string =>
  `<select ${attributes}><option selected>Korea, Republic of</option><option value="fr" ${attributes === '' ? '' : 'selected'}>France</option></select>`;

it('a choice out of several is one value, commas included', () => {
  const entry = changed(countries(''), 'select');
  expect(entry).toMatchObject({
    selectedValue: 'Korea, Republic of',
    selectedText: 'Korea, Republic of',
  });
  expect(entry).not.toHaveProperty('selectedValues');
  expect(entry).not.toHaveProperty('truncated');
});

it('several choices are told one by one, none as well', () => {
  expect(changed(countries('multiple'), 'select')).toMatchObject({
    selectedValue: 'Korea, Republic of, fr',
    selectedValues: ['Korea, Republic of', 'fr'],
    selectedText: 'Korea, Republic of, France',
  });
  expect(changed('<select multiple><option>a</option></select>', 'select')).toMatchObject({
    selectedValue: '',
    selectedValues: [],
  });
});

it('choices in a sensitive list are nobody’s business', () => {
  expect(changed(countries('multiple name="password"'), 'select')).toMatchObject({
    selectedValues: ['[redacted]', '[redacted]'],
  });
});

it('a long text is told whole, a longer one cut, and that beside it', () => {
  const area = (length: number): string => `<textarea>${'x'.repeat(length)}</textarea>`;
  const whole = changed(area(100_000), 'textarea');
  expect(whole).toMatchObject({ value: 'x'.repeat(100_000) });
  expect(whole).not.toHaveProperty('truncated');
  expect(changed(area(100_001), 'textarea')).toMatchObject({ value: 'x'.repeat(100_000), truncated: true });
});

it('a date is told once, though every key changes it', () => {
  const { window, entries, stop } = capturePage({ settings: () => ({ ...QUIET, actions: true }) });
  window.document.body.innerHTML = '<input type="date">';
  const field = window.document.querySelector('input');
  for (const value of ['0002-03-15', '0020-03-15', '0202-03-15', '2025-03-15']) {
    if (field !== null) field.value = value;
    field?.dispatchEvent(new window.Event('input', { bubbles: true }));
    field?.dispatchEvent(new window.Event('change', { bubbles: true }));
  }
  stop();
  expect(entries.filter(({ type }) => type === 'input')).toMatchObject([
    { inputType: 'date', value: '2025-03-15' },
  ]);
});

it('typing in a long editor reads it once, at rest', () => {
  const env = createTestEnv();
  let nodes = 0;
  const walk: Dom['walk'] = (below) => {
    const next = env.dom.walk(below);
    return () => {
      nodes += 1;
      return next();
    };
  };
  const { window, entries, stop } = capturePage(
    { settings: () => ({ ...QUIET, actions: true }) },
    { ...env, dom: { ...env.dom, walk } },
  );
  window.document.body.innerHTML = `<div contenteditable>${'<p>word</p>'.repeat(3000)}</div>`;
  const editor = window.document.querySelector('div');
  // jsdom does not know of it.
  Object.assign(editor ?? {}, { isContentEditable: true });
  editor?.dispatchEvent(new window.Event('input', { bubbles: true }));
  nodes = 0;
  for (let key = 0; key < 10; key += 1) editor?.dispatchEvent(new window.Event('input', { bubbles: true }));
  expect(nodes / 10).toBeLessThan(250);
  stop();
  const inputs = entries.filter(({ type }) => type === 'input');
  expect(inputs).toMatchObject([
    { inputType: 'contenteditable', value: Array(3000).fill('word').join('\n') },
  ]);
  expect(inputs[0]).not.toHaveProperty('truncated');
});

// Situation recordings-05.
it.each([
  ['e.g. Bank, Savings, Credit Card, Cash', 'Everyday'],
  ['Bank, credit card', 'Everyday'],
  ['How your credit card is called', 'Everyday'],
  ['Credit card', '[redacted]'],
  ['Your credit card number', '[redacted]'],
])('a placeholder names its field unless it gives examples or explains: %s', (placeholder, value) => {
  expect(changed(`<input value="Everyday" placeholder="${placeholder}">`, 'input')).toMatchObject({ value });
});

it('a field with examples is sensitive by its other names all the same', () => {
  const field = '<input name="cardNumber" value="4242" placeholder="e.g. 4242, 5555">';
  expect(changed(field, 'input')).toMatchObject({ value: '[redacted]' });
});

// `summary-03`
it('typing has the time of its start as well, a single change only one time', () => {
  let now = Date.parse('2026-01-02T03:04:05.000Z');
  const env = { ...createTestEnv(), now: () => now };
  const { window, entries, stop } = capturePage({ settings: () => ({ ...QUIET, actions: true }) }, env);
  window.document.body.innerHTML = '<input id="a"><input id="b">';
  const type = (selector: string): void => {
    window.document.querySelector(selector)?.dispatchEvent(new window.Event('input', { bubbles: true }));
  };
  type('#a');
  now += 400;
  type('#a');
  now += 400;
  type('#a');
  now += 100;
  type('#b');
  stop();
  expect(
    entries.filter(({ type: kind }) => kind === 'input').map(({ ts, startTs }) => [startTs, ts]),
  ).toEqual([
    ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.800Z'],
    [undefined, '2026-01-02T03:04:05.900Z'],
  ]);
});
