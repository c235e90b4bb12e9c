import { describe, expect, it } from 'vitest';

import { createDom } from '../../src/dom.ts';
import { locatorsOf } from '../../src/selectors/locators.ts';
import { createWindow } from '../page.ts';

/** The locators of the element marked `!`, each in a line that reads like the code it becomes. */
function located(html: string): readonly string[] {
  const window = createWindow();
  window.document.body.innerHTML = html.replace('!', 'data-state="wanted"');
  const element = window.document.querySelector('[data-state="wanted"]');
  if (element === null) throw new Error(`nothing is marked in ${html}`);
  return locatorsOf(element, createDom(window)).map(inWords);
}

type Located = ReturnType<typeof locatorsOf>[number];

function inWords({ by, role, value, attribute, exact, within, hasText, nth }: Located): string {
  const container = within === undefined ? '' : `${inWords(within)} >> `;
  const marks = `${exact === true ? ' exactly' : ''}${hasText === undefined ? '' : ` with "${hasText}"`}`;
  return `${container}${[by, role, attribute].filter(Boolean).join(' ')} "${value}"${marks}${nth === undefined ? '' : ` #${nth}`}`;
}

const CASES: Readonly<Record<string, readonly (readonly [html: string, ...locators: string[]])[]>> = {
  'what was written to be found by': [
    ['<button ! data-testid="save">Save</button>', 'testId "save"', 'role button "Save"', 'text "Save"'],
    ['<i ! data-cy="x"></i>', 'testId data-cy "x"'],
    ['<i ! data-testid="row-17">Seventeen</i>', 'testId "row-17"', 'text "Seventeen"'],
    ['<i ! data-testid=":r1:">Made up</i>', 'text "Made up"'],
    ['<button ! id="save">Save</button>', 'role button "Save"', 'id "save"', 'text "Save"'],
    ['<button ! id=":r1:">Save</button>', 'role button "Save"', 'text "Save"'],
    ['<button ! id="radix-12">Save</button>', 'role button "Save"', 'text "Save"'],
  ],
  'roles and names': [
    ['<button !>Save</button><button>Cancel</button>', 'role button "Save"', 'text "Save"'],
    ['<button !>Save</button><button>Save as</button>', 'role button "Save" exactly', 'text "Save" exactly'],
    ['<button ! aria-label="Close">x</button>', 'role button "Close"', 'label "Close"', 'text "x"'],
    ['<a ! href="/courses">Courses</a>', 'role link "Courses"', 'css "a[href="/courses"]"', 'text "Courses"'],
    [
      '<nav><a ! href="/account">Okada</a></nav>',
      'css "a[href="/account"]"',
      'role link "Okada"',
      'text "Okada"',
    ],
    ['<summary !>More</summary>', 'text "More"'],
    ['<div ! role="tab">One</div>', 'role tab "One"', 'text "One"'],
    ['<div aria-hidden="true"><button !>Ghost</button></div>', 'text "Ghost"'],
  ],
  fields: [
    [
      '<label>Email <input ! type="email" name="email"></label>',
      'role textbox "Email"',
      'label "Email"',
      'css "input[name="email"]"',
    ],
    ['<label for="p">Password</label><input ! id="p" type="password">', 'label "Password"', 'id "p"'],
    ['<label><input ! type="checkbox"> Agree</label>', 'role checkbox "Agree"', 'label "Agree"'],
    ['<input ! placeholder="Search products"><input placeholder="Search">', 'placeholder "Search products"'],
    ['<input ! placeholder="Search"><input placeholder="Search products">', 'placeholder "Search" exactly'],
    [
      '<label><input ! type="radio" name="plan" value="team"> Team</label><label><input type="radio" name="plan" value="free"> Free</label>',
      'role radio "Team"',
      'label "Team"',
      'css "input[name="plan"][value="team"]"',
    ],
    ['<label>Card <input !><input name="cvc" value="123"></label>', 'role textbox "Card"', 'label "Card"'],
  ],
  'text that is data': [
    ['<a ! href="/cart">Cart (3)</a>', 'role link "Cart"', 'css "a[href="/cart"]"', 'text "Cart"'],
    [
      '<button !>Page 1</button><button>Page 2</button><button>Page 10</button>',
      'role button "Page 1" exactly',
      'text "Page 1" exactly',
      'css "button:nth-of-type(1):nth-last-of-type(3)"',
    ],
    ['<p !>1,234 visitors today</p>', 'text "visitors"'],
    ['<button !>$ 12.50</button>', 'role button "$ 12.50"', 'css "button"', 'text "$ 12.50"'],
  ],
  containers: [
    [
      '<nav aria-label="Top"><a ! href="/">Home</a></nav><nav aria-label="Bottom"><a href="/">Home</a></nav>',
      'role navigation "Top" >> role link "Home"',
      'role navigation "Top" >> css "a[href="/"]"',
      'role navigation "Top" >> text "Home"',
    ],
    [
      '<div id="first"><button !>Go</button></div><div id="second"><button>Go</button></div>',
      'id "first" >> role button "Go"',
      'id "first" >> text "Go"',
    ],
    [
      '<fieldset><legend>Post</legend><button !>Choose</button></fieldset><fieldset><legend>Courier</legend><button>Choose</button></fieldset>',
      'role group "Post" >> role button "Choose"',
      'role group "Post" >> text "Choose"',
    ],
  ],
  rows: [
    [
      '<table><tbody><tr><td>Lamp</td><td><button !>Delete</button></td></tr><tr><td>Chair</td><td><button>Delete</button></td></tr></tbody></table>',
      'role row "" with "Lamp" >> role button "Delete"',
      'role row "" with "Lamp" >> text "Delete"',
    ],
    [
      '<div class="card"><h3>Desk</h3><p>€ 12</p><i !></i></div><div class="card"><h3>Desk lamp</h3><p>€ 9</p><i></i></div>',
      'css "div.card" with "Desk€" >> css "i"',
    ],
    [
      '<ul><li><b>Lamp</b><button !>x</button></li><li><b>Lamp</b><button>x</button></li></ul>',
      'css "li:nth-of-type(1):nth-last-of-type(2) > button"',
    ],
    [
      '<ul><li><a ! href="/p/ab12cd">Lamp</a></li><li><a href="/p/cd34ef">Chair</a></li></ul>',
      'role link "Lamp"',
      'text "Lamp"',
    ],
    [
      '<div><p>Lamps</p><button !></button></div><div><p>Chairs</p><button></button></div>',
      'css "div:has(> p)" with "Lamps" >> role button ""',
      'css "div:has(> p)" with "Lamps" >> css "button"',
    ],
    [
      '<p>Lamp</p><ul><li><b>Lamp</b><i>x</i><button !>Buy</button></li><li><b>Chair</b><i>x</i><button>Buy</button></li></ul>',
      'role listitem "" with "Lamp" >> role button "Buy"',
      'role listitem "" with "Lamp" >> text "Buy"',
    ],
    [
      '<ul><li><b>急須</b> <i>900円</i><button !>買う</button></li><li><b>茶筒</b> <i>800円</i><button>買う</button></li></ul>',
      'role listitem "" with "急須" >> role button "買う"',
      'role listitem "" with "急須" >> text "買う"',
    ],
  ],
  'details of a record, which are others tomorrow': [
    [
      '<ul><li><b>Crash</b> <a ! class="tag" href="?q">bug</a></li><li><b>Hang</b> <a class="tag" href="?q">slow</a></li></ul>',
      'role listitem "" with "Crash" >> css "a[href="?q"]"',
      'role listitem "" with "Crash" >> css "a.tag"',
      'role listitem "" with "Crash" >> text "bug"',
      'role listitem "" with "Crash" >> role link "bug"',
    ],
    [
      '<div role="row"><b>ACME</b><div ! role="gridcell" col-id="price">12.50</div></div><div role="row"><b>HOOLI</b><div role="gridcell" col-id="price">9.10</div></div>',
      'role row "" with "ACME" >> css "div[col-id="price"]"',
      'role row "" with "ACME" >> role gridcell "12.50"',
      'role row "" with "ACME" >> css "div"',
      'role row "" with "ACME" >> text "12.50"',
    ],
  ],
  // Situation recordings-02.
  'switches and keys in addresses': [
    [
      '<button ! data-pressed="true"></button><button></button>',
      'css "button:nth-of-type(1):nth-last-of-type(2)"',
    ],
    ['<i ! draggable="true"></i><i></i>', 'css "i:nth-of-type(1):nth-last-of-type(2)"'],
    ['<i ! data-testid="true"></i>', 'css "i"'],
    ['<a ! href="#/boards/7f3a">Boards</a>', 'role link "Boards"', 'text "Boards"'],
    ['<a ! href="/app#4be1f0">Boards</a>', 'role link "Boards"', 'text "Boards"'],
    ['<b ! data-color="#ff00aa">Pink</b>', 'text "Pink"', 'css "b[data-color="#ff00aa"]"'],
    [
      '<a ! href="#section-b">Boards</a>',
      'css "a[href="#section-b"]"',
      'role link "Boards"',
      'text "Boards"',
    ],
  ],
  'names that others give': [
    [
      '<span id="mode">Dark mode</span><button ! role="switch" aria-labelledby="mode"></button>',
      'role switch "Dark mode"',
    ],
  ],
  'nothing but a place': [['<p><i></i><i !></i><i></i></p>', 'css "i:nth-of-type(2):nth-last-of-type(2)"']],
};

for (const [title, rows] of Object.entries(CASES)) {
  describe(title, () => {
    it.each(rows.map((row) => [row[0], row.slice(1)] as const))('%s', (html, locators) => {
      expect(located(html)).toEqual(locators);
    });
  });
}

describe('looks through the whole page', () => {
  /** What is asked of the document while an element is located, in the order of the questions. */
  function asked(html: string, wanted: string): readonly string[] {
    const window = createWindow();
    const { document } = window;
    document.body.innerHTML = html;
    const element = document.querySelector(wanted);
    if (element === null) throw new Error(`${wanted} is not there`);
    const dom = createDom(window);
    const questions: string[] = [];
    const findAll: typeof dom.findAll = (within, selector) => {
      if (within === document) questions.push(selector);
      return dom.findAll(within, selector);
    };
    locatorsOf(element, { ...dom, findAll });
    return questions;
  }

  const row = (name: string, key: number): string =>
    `<li><b>${name}</b><button data-row="${key}"></button></li>`;

  it('are not taken for a key that is safer in a row of its own text', () => {
    const html = `<ul>${row('Ada', 17)}${row('Ben', 18)}</ul>`;
    expect(asked(html, '[data-row="17"]')).not.toContain('button[data-row="17"]');
  });

  it('are taken where rows have no text of their own', () => {
    const html = `<ul>${row('Ada', 17)}${row('Ada', 18)}</ul>`;
    expect(asked(html, '[data-row="17"]')).toContain('button[data-row="17"]');
  });

  it('can be paid for after a search for such a row was in vain', () => {
    // `Product 23` and `23` read like `Product 232`.
    const cells = (key: number): string =>
      `<td>Product ${key}</td><td>${key}</td><td>12.50</td><td><span class="stock">in stock</span></td>
       <td><div class="actions"><button class="buy" data-row="${key}"><i></i>Buy</button></div></td>`;
    const rows = Array.from({ length: 999 }, (_, key) => `<tr class="row">${cells(key)}</tr>`).join('');
    const html = `<main id="app"><table>${rows}</table></main>`.replace('data-row="232"', '! data-row="232"');
    expect(located(html)).toContain('css "button[data-row="232"]"');
  });
});

// Situation recordings-06.
describe('a deep page', () => {
  /** Thirty-five, none a part of another. */
  const NAMES = 'abcdefg'
    .split('')
    .flatMap((one) => 'abcde'.split('').map((other) => `Pine ${one}${other}x`));
  const nested = (levels: number, inner: string): string =>
    `${'<div>'.repeat(levels)}${inner}${'</div>'.repeat(levels)}`;
  const cells = (texts: readonly string[], levels: number): string =>
    texts.map((text) => nested(levels, `<span>${text}</span>`)).join('');
  /** The best locator of the button in the fourth of 35 rows. */
  const best = (row: (name: string) => string): string | undefined => {
    const rows = NAMES.map(row);
    rows[3] = rows[3]?.replace('<button', '<button !') ?? '';
    return located(nested(20, rows.join('')))[0];
  };
  const same = ['Active', 'Monthly', 'Europe', 'Open'];

  it('has buttons that are known by their row, however far up that is', () => {
    expect(best((name) => `<li>${cells([name], 3)}${nested(28, '<button>Edit</button>')}</li>`)).toBe(
      'css "li" with "Pine adx" >> role button "Edit"',
    );
    expect(
      best((name) => nested(1, `${cells([name, ...same], 6)}${nested(6, '<button>Edit</button>')}`)),
    ).toBe('css "div:has(> div > div > div > div > div > div > span)" with "Pine adx" >> role button "Edit"');
  });

  it('has rows whose title stands behind what stands in every row', () => {
    expect(best((name) => `<li>${cells([...same, name], 5)}${nested(9, '<button>Edit</button>')}</li>`)).toBe(
      'css "li" with "Pine adx" >> role button "Edit"',
    );
  });

  it('has at least a place for each element', () => {
    const found = best(() => nested(1, nested(24, '<button></button>')));
    expect(found?.startsWith('css "body > div > ')).toBe(true);
  });
});

it('a place in a shadow root is none in the page if another host has the same inside', () => {
  const window = createWindow();
  const { document } = window;
  const inside = '<p><i></i><i></i></p>';
  document.body.innerHTML = '<x-card></x-card><x-card></x-card>';
  const roots = [...document.querySelectorAll('x-card')].map((host) => host.attachShadow({ mode: 'open' }));
  for (const root of roots) root.innerHTML = inside;
  const element = roots[1]?.querySelector('i');
  if (element === null || element === undefined) throw new Error('nothing to look for');
  expect(locatorsOf(element, createDom(window)).map(inWords)).toEqual([
    'css "x-card:nth-of-type(2):nth-last-of-type(1)" >> css "i:nth-of-type(1):nth-last-of-type(2)"',
  ]);
});

describe('a long page', () => {
  it('has no places where nobody counts to the end', () => {
    const others = '<i></i>'.repeat(2000);
    expect(located(`<p>${others}<i !></i></p>`)).toEqual([
      'css "body > p > i:nth-of-type(2001):nth-last-of-type(1)"',
    ]);
    expect(located(`<p>${others}<i></i><i !></i></p>`)).toEqual([]);
  });

  it('is read anew when it says something else, if only by a letter', () => {
    const window = createWindow();
    const { document } = window;
    document.body.innerHTML = `<p>${'filler '.repeat(1000)}</p><b>Totals</b><i>Totala</i>`;
    const [bold, other] = [document.querySelector('b'), document.querySelector('i')];
    if (bold === null || other === null) throw new Error('nothing to look for');
    const found = (): readonly string[] => locatorsOf(bold, createDom(window)).map(inWords);
    expect(found()).toEqual(['text "Totals"']);
    other.textContent = 'Totals';
    expect(found()).toEqual(['css "b"']);
  });
});
