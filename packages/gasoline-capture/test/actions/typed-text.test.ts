import { expect, it } from 'vitest';

import { typedText } from '../../src/actions/typed-text.ts';
import { createTestEnv } from '../page.ts';

it.each([
  ['', ''],
  ['one', 'one'],
  ['one <b>bold</b> word', 'one bold word'],
  ['one<br>two', 'one\ntwo'],
  ['one<br>', 'one'],
  ['one<br><br>', 'one\n'],
  ['one<div>two</div><div>three</div>', 'one\ntwo\nthree'],
  ['<p>one</p><p>two <i>three</i></p>', 'one\ntwo three'],
  ['<div>one</div><div><br></div><div>two</div>', 'one\n\ntwo'],
  ['<div>one</div>two', 'one\ntwo'],
  ['<ul><li>one</li><li><p>two</p></li></ul>', 'one\ntwo'],
  ['\n  <p>one</p>\n  <p>two</p>\n', 'one\ntwo'],
  ['<span>one</span> <span>two</span>', 'one two'],
])('what is typed as %j reads %j', (html, text) => {
  const { window, dom } = createTestEnv();
  window.document.body.innerHTML = `<div id="field">${html}</div>`;
  const field = dom.find(window.document, '#field');
  expect(field && typedText(field, dom)).toEqual({ text, isCut: false });
});

it('a text of too many nodes is cut', () => {
  const { window, dom } = createTestEnv();
  window.document.body.innerHTML = '<p>one</p><p>two</p><p>three</p>';
  expect(typedText(window.document.body, dom, 4)).toEqual({ text: 'one\ntwo', isCut: true });
  expect(typedText(window.document.body, dom, 6)).toEqual({ text: 'one\ntwo\nthree', isCut: false });
});
