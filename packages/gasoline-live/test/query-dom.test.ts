import { describe, expect, it } from 'vitest';
import type { DomQuery } from 'gasoline-wire';

import { queryDom } from '../src/query-dom.ts';
import { pageWith } from './window.ts';

const QUERY: DomQuery = { selector: '*', styles: [], childDepth: 0, limit: 50 };
const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

describe('queryDom', () => {
  it('describes a match whole: attributes, text, box, styles, children', () => {
    const page = pageWith(
      '<ul id="list" class="☕ hot" style="color: red"><li>One <b>two</b></li><li>three<script>code</script></li></ul>',
    );
    const answer = queryDom(page, {
      ...QUERY,
      selector: '.☕',
      styles: ['color', 'backgroundColor', 'nonsense'],
      childDepth: 2,
    });
    expect(answer).toEqual({
      url: 'http://localhost:3000/cart',
      title: 'Cart ☕',
      matchCount: 1,
      matches: [
        {
          selector: '#list',
          tag: 'ul',
          attributes: { id: 'list', class: '☕ hot', style: 'color: red' },
          text: 'One twothree',
          boundingBox: NO_BOX,
          visible: false,
          styles: { color: 'rgb(255, 0, 0)', backgroundColor: 'rgba(0, 0, 0, 0)' },
          children: [
            {
              tag: 'li',
              attributes: {},
              text: 'One two',
              children: [{ tag: 'b', attributes: {}, text: 'two' }],
            },
            {
              tag: 'li',
              attributes: {},
              text: 'three',
              children: [{ tag: 'script', attributes: {}, text: '' }],
            },
          ],
        },
      ],
      notes: [],
    });
  });

  it('looks into open shadow roots and frames, also nested, and says how to get there', () => {
    const page = pageWith(`
      <div class="x"></div><section></section><iframe id="f"></iframe>
      <script>
        const root = document.querySelector('section').attachShadow({ mode: 'open' });
        root.innerHTML = '<i class="x"></i><p><i class="x"></i></p><span></span>';
        root.querySelector('span').attachShadow({ mode: 'open' }).innerHTML = '<b class="x"></b>';
        document.querySelector('iframe').contentDocument.body.innerHTML = '<u class="x"></u>';
      </script>`);
    const { matches, matchCount, notes } = queryDom(page, { ...QUERY, selector: '.x' });
    expect(matchCount).toBe(5);
    expect(matches.map(({ tag, selector, inside }) => ({ tag, selector, inside }))).toEqual([
      { tag: 'div', selector: 'body > div', inside: undefined },
      { tag: 'i', selector: ':host > i', inside: [{ shadowRootOf: 'body > section' }] },
      { tag: 'i', selector: 'p > i', inside: [{ shadowRootOf: 'body > section' }] },
      { tag: 'u', selector: 'body > u', inside: [{ frame: '#f' }] },
      {
        tag: 'b',
        selector: 'b',
        inside: [{ shadowRootOf: 'body > section' }, { shadowRootOf: 'span' }],
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('masks what stands in sensitive fields, in the attribute as in the field', () => {
    const page = pageWith(`
      <input type="password" value="hunter2"><input name="cvc" value="123"><input name="who" value="Bob">
      <textarea name="otp">9</textarea>`);
    const { matches } = queryDom(page, { ...QUERY, selector: 'input,textarea' });
    expect(matches.map(({ attributes, value, text }) => [attributes['value'], value, text])).toEqual([
      ['[redacted]', '[redacted]', ''],
      ['[redacted]', '[redacted]', ''],
      ['Bob', 'Bob', ''],
      [undefined, '[redacted]', ''],
    ]);
  });

  it('gives each match a selector that finds it and nothing else', () => {
    const page = pageWith(`
      <main><div><p>a</p><p>b</p></div><div><p id="twice">c</p></div><span><p id="twice">d</p></span></main>
      <p data-testid='say "hi"'>e</p><p data-testid="shared">f</p><p data-testid="shared">g</p><p id="4:2">h</p>
      <form id="f"><input name="id"><input name="parentNode"><p>i</p></form>`);
    const { document } = page.window;
    const { matches } = queryDom(page, { ...QUERY, selector: 'p' });
    expect(matches).toHaveLength(9);
    for (const { selector, text } of matches) {
      const found = [...document.querySelectorAll(selector)];
      expect([selector, ...found.map((element) => element.textContent)]).toEqual([selector, text]);
    }
    expect(matches[4]?.selector).toBe('[data-testid="say \\"hi\\""]');
    expect(matches[8]?.selector).toBe('#f > p');
  });

  it('quotes a selector that is none', () => {
    const page = pageWith('<p>');
    expect(() => queryDom(page, { ...QUERY, selector: 'p[[☕' })).toThrow(
      /^`p\[\[☕` is not a valid CSS selector: /,
    );
  });

  it('describes so many and counts all', () => {
    const page = pageWith('<p></p>'.repeat(80));
    const { matchCount, matches } = queryDom(page, { ...QUERY, selector: 'p', limit: 50 });
    expect([matchCount, matches.length, matches[49]?.selector]).toEqual([80, 50, 'body > p:nth-of-type(50)']);
  });

  it('stops looking for shadow roots when its time is over, and says so', () => {
    const page = pageWith(`${'<p></p>'.repeat(2000)}<div></div>`, 60);
    page.window.document.querySelector('div')?.attachShadow({ mode: 'open' }).append('x');
    const { matchCount, notes } = queryDom(page, { ...QUERY, selector: 'p' });
    expect(matchCount).toBe(2000);
    expect(notes).toEqual([
      'the page is very large: shadow roots and frames behind its first 1024 elements were not looked into',
    ]);
  });

  it('bounds everything, and never cuts a character in half', () => {
    const page = pageWith(
      `<p ${Array.from({ length: 50 }, (_, index) => `data-${index}="${'💧'.repeat(300)}"`).join(' ')}>
        ${'💧'.repeat(600)}${'<i></i>'.repeat(30)}</p>`,
    );
    page.window.document.querySelector('p')?.setAttribute('data-0', `half ${'💧'.slice(0, 1)}`);
    const { matches } = queryDom(page, { ...QUERY, selector: 'p', childDepth: 1 });
    const [match] = matches;
    expect(Object.keys(match?.attributes ?? {})).toHaveLength(30);
    expect(match?.attributes['data-0']).toBe('half \ufffd');
    expect(match?.attributes['data-1']).toBe(`${'💧'.repeat(100)}…`);
    expect(match?.text).toBe(`${'💧'.repeat(250)}…`);
    expect([match?.children?.length, match?.childrenOmitted]).toEqual([20, 10]);
    expect(JSON.stringify(matches).isWellFormed()).toBe(true);
  });
});
