import { expect, it } from 'vitest';

import { pageInfo } from '../src/page-info.ts';
import { pageWith } from './window.ts';

it('tells forms with their fields, fields without a form, and counts', () => {
  const page = pageWith(`
    <a href="/">home</a><a>no link</a><img src="data:,">
    <form id="login" action="/login?next=1">
      <label for="mail">Mail</label><input id="mail" name="email" type="email" required value="not mail">
      <input type="password" name="pw" value="hunter2" aria-label="Password"><input type="hidden" name="csrf" value="x">
      <input type="checkbox" name="stay" checked>
      <select name="lang"><option>de</option><option selected>en</option></select>
      <input name="nodeName"><button>Go</button>
    </form>
    <textarea placeholder="Say something" disabled>hm</textarea><input form="login" name="far">`);
  expect(pageInfo(page)).toEqual({
    url: 'http://localhost:3000/cart',
    title: 'Cart ☕',
    viewport: { width: 1024, height: 768 },
    scroll: { x: 0, y: 0 },
    documentHeight: 0,
    readyState: 'loading',
    forms: [
      {
        id: 'login',
        action: '/login?next=1',
        fields: [
          { type: 'email', name: 'email', label: 'Mail', value: 'not mail', state: ['required', 'invalid'] },
          { type: 'password', name: 'pw', label: 'Password', value: '[redacted]' },
          { type: 'checkbox', name: 'stay', state: ['checked'] },
          { type: 'select', name: 'lang', value: 'en' },
          { type: 'text', name: 'nodeName' },
          { type: 'text', name: 'far' },
        ],
      },
      {
        fields: [{ type: 'textarea', label: 'Say something', value: 'hm', state: ['disabled'] }],
      },
    ],
    headings: [],
    links: 1,
    images: 1,
    interactiveElements: 9,
    notes: [],
  });
});

it('is not fooled by elements that take over the names of the document', () => {
  const page = pageWith('<form name="title"></form>');
  // jsdom does not give them the names, as browsers do.
  for (const name of ['title', 'readyState', 'documentElement'])
    Object.defineProperty(page.window.document, name, { value: page.window.document.forms[0] });
  expect(pageInfo(page)).toMatchObject({ title: 'Cart ☕', readyState: 'loading', documentHeight: 0 });
});
