import { describe, expect, it } from 'vitest';

import { createDom } from '../../src/dom.ts';
import { recogniser } from '../../src/selectors/recognise.ts';
import { selectorsOf } from '../../src/selectors/selectors.ts';
import { shortFormOf } from '../../src/selectors/short-form.ts';
import { createWindow } from '../page.ts';

/** The element marked `!` of a page, in its selectors and its short form. */
function found(html: string): { target: string; selectors: unknown } {
  const window = createWindow();
  // jsdom has no `CSS`; a browser's escaping is tested in a browser.
  window.document.body.innerHTML = html.replace('!', 'data-wanted');
  const element = window.document.querySelector('[data-wanted]');
  if (element === null) throw new Error(`nothing is marked in ${html}`);
  const dom = createDom(window);
  const selectors: unknown = JSON.parse(JSON.stringify(selectorsOf(element, dom, recogniser)));
  return { target: shortFormOf(element, dom, recogniser), selectors };
}

describe('selectors', () => {
  it('of a button that has everything', () => {
    expect(found('<button ! id="save" data-testid="save-button" aria-label="Save it">Save</button>')).toEqual(
      {
        target: 'button#save',
        selectors: {
          testId: 'save-button',
          ariaLabel: 'Save it',
          role: { role: 'button', name: 'Save it' },
          id: 'save',
          text: 'Save',
          cssPath: '#save',
          locators: [
            { by: 'testId', value: 'save-button' },
            { by: 'role', role: 'button', value: 'Save it' },
            { by: 'id', value: 'save' },
          ],
        },
      },
    );
  });

  it('take the test id from the first attribute that has one', () => {
    expect(found('<i ! data-cy="c" data-test-id="b"></i>').selectors).toEqual({
      testId: 'b',
      testIdAttribute: 'data-test-id',
      cssPath: 'i',
      locators: [{ by: 'testId', value: 'b', attribute: 'data-test-id' }],
    });
  });

  it('leave out an id that is not unique, and say which child instead', () => {
    const html = '<ul><li id="x">1</li><li id="x" !>2</li><li>3</li></ul>';
    expect(found(html)).toEqual({
      target: 'li#x',
      selectors: {
        cssPath: 'ul > li:nth-child(2)',
        locators: [
          { by: 'text', value: '2' },
          { by: 'css', value: 'li:nth-of-type(2):nth-last-of-type(2)' },
        ],
      },
    });
  });

  it('leave out a text that is too long or not on something clickable', () => {
    const long = 'word '.repeat(20);
    expect(found(`<p !>Short</p>`).selectors).toEqual({
      cssPath: 'p',
      locators: [{ by: 'text', value: 'Short' }],
    });
    expect(found(`<a ! href="/">${long}</a>`).selectors).toMatchObject({ cssPath: 'a' });
    expect(found(`<a ! href="/">${long}</a>`).selectors).not.toHaveProperty('text');
  });

  it('go up at most five levels, or to an id', () => {
    const deep = '<div><div><div><div><div><div><b !></b></div></div></div></div></div></div>';
    expect(found(deep).selectors).toEqual({
      cssPath: 'div > div > div > div > b',
      locators: [{ by: 'css', value: 'b' }],
    });
    const below = '<form id="login"><p><button ! type="button"></button></p></form>';
    expect(found(below).selectors).toEqual({
      cssPath: '#login > p > button',
      locators: [
        { by: 'role', role: 'button', value: '' },
        { by: 'css', value: 'button[type="button"]' },
      ],
    });
  });

  it('are not fooled by fields that bear the names of properties', () => {
    const html = '<form ! id="f"><input name="id"><input name="parentNode"><input name="localName"></form>';
    expect(found(html)).toEqual({
      target: 'form#f',
      selectors: { id: 'f', cssPath: '#f', locators: [{ by: 'id', value: 'f' }] },
    });
  });

  it('never hold what was typed into another field', () => {
    const html = '<label>Card <input !><input name="cvc" value="123"></label>';
    expect(JSON.stringify(found(html))).not.toContain('123');
    const referring = '<input id="otp" value="445566"><button ! aria-labelledby="otp"></button>';
    expect(JSON.stringify(found(referring))).not.toContain('445566');
  });
});

describe('roles', () => {
  const cases: [html: string, role: string | undefined][] = [
    ['<button !>Name</button>', 'button'],
    ['<a ! href="/">Name</a>', 'link'],
    ['<a !>Name</a>', undefined],
    ['<input ! type="checkbox" aria-label="Name">', 'checkbox'],
    ['<input ! type="radio" aria-label="Name">', 'radio'],
    ['<input ! aria-label="Name">', 'textbox'],
    ['<input ! type="email" aria-label="Name">', 'textbox'],
    ['<input ! type="password" aria-label="Name">', undefined],
    ['<input ! type="search" aria-label="Name">', 'searchbox'],
    ['<input ! type="number" aria-label="Name">', 'spinbutton'],
    ['<textarea ! aria-label="Name"></textarea>', 'textbox'],
    ['<select ! aria-label="Name"></select>', 'combobox'],
    ['<img ! alt="Name">', 'img'],
    ['<nav ! aria-label="Name"></nav>', 'navigation'],
    ['<main ! aria-label="Name"></main>', 'main'],
    ['<div ! role="tab">Name</div>', 'tab'],
    ['<my-thing ! aria-label="Name"></my-thing>', undefined],
  ];
  it.each(cases)('%s', (html, role) => {
    const expected = role === undefined ? {} : { role: { role, name: 'Name' } };
    const { selectors } = found(html);
    expect(selectors).toEqual(expect.objectContaining(expected));
    if (role === undefined) expect(selectors).not.toHaveProperty('role');
  });
});
