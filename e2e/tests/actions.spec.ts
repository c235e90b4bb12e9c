/** What the user does, from real input to the server. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import type { Server } from '../support/server.ts';
import { content, stored } from '../support/snapshot.ts';

/** The state of a page that stands still. */
const AT_REST = { scroll: { x: 0, y: 0 }, pendingRequests: 0, busy: false };

/** Stored actions but for the navigation with which each page begins. */
async function actions(server: Server): Promise<readonly Entry[]> {
  const entries = await stored(server, 'enhanced_actions');
  return entries.map(content).slice(1);
}

async function centre(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Browsers give pointer positions in whole pixels or finer, depending on the event. */
function near({ x, y }: { x: number; y: number }): unknown {
  return { x: expect.closeTo(x, -1), y: expect.closeTo(y, -1) };
}

const LOGIN = `<link rel="icon" href="data:,"><title>Login</title>
  <main><form id="login" action="/session" method="post" onsubmit="event.preventDefault()">
    <label>Email address <input id="email" name="email" type="email"></label>
    <label>Password <input name="password" type="password"></label>
    <input name="cardNumber" aria-label="Card">
    <select name="plan" aria-label="Plan"><option value="f">Free</option><option value="t">Team</option></select>
    <button data-testid="login-button" class="css-1x2y3z submit-btn"><svg width="9" height="9"><path d="M0 0h9v9z"/></svg> <span>Log in</span></button>
  </form></main>`;

test('a form that is filled in and sent', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const url = pages.add('/login', LOGIN);
  await page.goto(url);
  await page.locator('#email').fill('ann@example.com');
  await page.locator('[name=password]').fill('correct horse');
  await page.locator('[name=cardNumber]').fill('4242');
  await page.locator('select').selectOption('t');
  const position = await centre(page, 'button');
  await page.locator('button').click();
  await bound.capture.drain();

  const common = { url, ...AT_REST };
  const button = {
    target: 'button.submit-btn',
    selectors: {
      testId: 'login-button',
      role: { role: 'button', name: 'Log in' },
      text: 'Log in',
      cssPath: '#login > button.submit-btn',
      locators: [
        { by: 'testId', value: 'login-button' },
        { by: 'role', role: 'button', value: 'Log in' },
        { by: 'css', value: 'button.submit-btn' },
      ],
    },
  };
  expect(await actions(server)).toEqual([
    {
      type: 'input',
      target: 'input#email',
      selectors: {
        role: { role: 'textbox', name: 'Email address' },
        id: 'email',
        cssPath: '#email',
        locators: [
          { by: 'role', role: 'textbox', value: 'Email address' },
          { by: 'label', value: 'Email address' },
          { by: 'id', value: 'email' },
        ],
      },
      value: 'ann@example.com',
      inputType: 'email',
      ...common,
    },
    {
      type: 'input',
      target: 'input',
      selectors: {
        cssPath: '#login > label:nth-child(2) > input',
        locators: [
          { by: 'label', value: 'Password' },
          { by: 'css', value: 'input[name="password"]' },
        ],
      },
      value: '[redacted]',
      inputType: 'password',
      ...common,
    },
    {
      type: 'input',
      target: 'input',
      selectors: {
        ariaLabel: 'Card',
        role: { role: 'textbox', name: 'Card' },
        cssPath: '#login > input',
        locators: [
          { by: 'role', role: 'textbox', value: 'Card' },
          { by: 'label', value: 'Card' },
          { by: 'css', value: 'input[name="cardNumber"]' },
        ],
      },
      value: '[redacted]',
      inputType: 'text',
      ...common,
    },
    {
      type: 'select',
      target: 'select',
      selectors: {
        ariaLabel: 'Plan',
        role: { role: 'combobox', name: 'Plan' },
        cssPath: '#login > select',
        locators: [
          { by: 'role', role: 'combobox', value: 'Plan' },
          { by: 'label', value: 'Plan' },
          { by: 'css', value: 'select[name="plan"]' },
        ],
      },
      selectedValue: 't',
      selectedText: 'Team',
      ...common,
    },
    { type: 'click', ...button, text: 'Log in', position: near(position), ...common },
    { type: 'submit', ...button, formAction: pages.url('/session'), formMethod: 'post', ...common },
  ]);
});

test('typing stands before the key, the click and the departure that follow it', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  pages.add('/next', '<link rel="icon" href="data:,">');
  await page.goto(
    pages.add('/', '<link rel="icon" href="data:,"><input id="q"><button>Go</button><input id="r">'),
  );
  await page.locator('#q').fill('one');
  await page.keyboard.press('Enter');
  await page.locator('#q').fill('one two');
  await page.locator('button').click();
  await page.locator('#r').fill('three');
  await page.evaluate(() => {
    location.href = '/next';
  });
  await page.waitForURL('**/next');
  await bound.capture.drain();
  await expect
    .poll(async () => {
      const entries = await stored(server, 'enhanced_actions');
      return entries.map(({ type, value, key, toUrl }) => [type, value ?? key ?? toUrl]).sort();
    })
    .toEqual(
      [
        ['navigate', pages.url('/')],
        ['input', 'one'],
        ['keypress', 'Enter'],
        ['input', 'one two'],
        ['click', undefined],
        ['input', 'three'],
        ['navigate', pages.url('/next')],
      ].sort(),
    );
  const ordered = [...(await stored(server, 'enhanced_actions'))].sort((one, other) =>
    String(one['ts']).localeCompare(String(other['ts'])),
  );
  expect(ordered.map(({ type }) => type)).toEqual([
    ...['navigate', 'input', 'keypress', 'input', 'click', 'input', 'navigate'],
  ]);
});

test('an element inside an open shadow root, behind a page that stops every event', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><my-card></my-card><script>
      document.querySelector('my-card').attachShadow({ mode: 'open' }).innerHTML = '<p><button id="buy">Buy</button></p>';
      addEventListener('click', (event) => event.stopImmediatePropagation(), true);
    </script>`,
  );
  await page.goto(url);
  const position = await centre(page, '#buy');
  await page.locator('#buy').click();
  await page.evaluate(() => document.querySelector('my-card')?.shadowRoot?.querySelector('button')?.click());
  await bound.capture.drain();
  expect(await actions(server)).toEqual([
    {
      type: 'click',
      url,
      target: 'button#buy',
      selectors: {
        role: { role: 'button', name: 'Buy' },
        id: 'buy',
        text: 'Buy',
        cssPath: 'my-card #buy',
        locators: [
          { by: 'role', role: 'button', value: 'Buy' },
          { by: 'id', value: 'buy' },
          { by: 'text', value: 'Buy' },
        ],
        inShadow: true,
      },
      text: 'Buy',
      position: near(position),
      ...AT_REST,
    },
  ]);
});

/** Presses the mouse, lets the page come to its next turn and do something, and lets go. */
async function clickHeld(page: Page, selector: string, meanwhile: () => void): Promise<void> {
  const { x, y } = await centre(page, selector);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  await page.evaluate(meanwhile);
  await page.mouse.up();
}

test('a held click tells what a quick one tells, also of a page that changes meanwhile', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  await page.goto(pages.add('/held', '<title>Orders</title><button>Save</button><p id="more"></p>'));
  const addTwin = (): void => {
    document.querySelector('#more')?.replaceChildren(document.querySelector('button')?.cloneNode(true) ?? '');
  };
  await page.locator('button').click();
  await clickHeld(page, 'button', () => undefined);
  await clickHeld(page, 'button', addTwin);
  await page.locator('button').first().click();
  await bound.capture.drain();

  const clicks = await actions(server);
  const [quick, held, changed, quickAgain] = clicks.map(({ selectors }) => selectors);
  expect(clicks).toHaveLength(4);
  expect(quick).toMatchObject({
    locators: [
      { by: 'role', role: 'button', value: 'Save' },
      { by: 'text', value: 'Save' },
    ],
  });
  expect(held).toEqual(quick);
  expect(changed).toEqual(quickAgain);
  expect(changed).not.toEqual(quick);
});

test('a label checks its field, a loading page is busy, a pane scrolls', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><label><input type="checkbox"> Agree</label>
     <div id="pane" aria-busy="true" style="height:50px;overflow:auto"><p style="height:500px">x</p></div>`,
  );
  await page.goto(url);
  await page.locator('label').click({ position: { x: 40, y: 8 } });
  await page.locator('#pane').evaluate((pane) => {
    pane.scrollTop = 70;
  });
  await expect.poll(() => actions(server)).toHaveLength(2);
  expect(await actions(server)).toEqual([
    {
      type: 'check',
      url,
      target: 'input',
      selectors: {
        role: { role: 'checkbox', name: 'Agree' },
        cssPath: 'label > input',
        locators: [
          { by: 'role', role: 'checkbox', value: 'Agree' },
          { by: 'label', value: 'Agree' },
        ],
      },
      ...AT_REST,
      busy: true,
    },
    {
      type: 'scroll',
      url,
      target: 'div#pane',
      selectors: { id: 'pane', cssPath: '#pane', locators: [{ by: 'id', value: 'pane' }] },
      scrollX: 0,
      scrollY: 70,
      ...AT_REST,
      busy: true,
    },
  ]);
  expect(await page.locator('input').isChecked()).toBe(true);
});

const KINDS = `<link rel="icon" href="data:,"><title>Kinds</title>
  <style>.drop { width: 200px; height: 60px } .hidden-box { position: absolute; opacity: 0; width: 1px; height: 1px }</style>
  <button id="twice">Rename</button> <p id="menu">Right here</p>
  <input id="photo" type="file" multiple aria-label="Photos">
  <div id="note" contenteditable aria-label="Note"></div><div id="pin" contenteditable aria-label="PIN"></div>
  <label><input type="radio" name="plan" value="team"> Team</label>
  <label id="fancy"><input type="checkbox" class="hidden-box"> Fancy</label>
  <input id="refused" type="checkbox" aria-label="Refused"> <div id="own" role="checkbox" aria-checked="false" tabindex="0">Own</div>
  <ul><li draggable="true">First</li></ul><section id="bin" class="drop">Bin</section>
  <button id="ask">Ask</button> <a id="out" href="/other" target="_blank">Other</a> <a id="stay" href="/other" target="_blank">Stays</a>
  <button id="open">Open</button>
  <script>
    refused.addEventListener('click', (event) => event.preventDefault());
    bin.addEventListener('dragover', (event) => event.preventDefault());
    bin.addEventListener('drop', (event) => event.preventDefault());
    stay.addEventListener('click', (event) => event.preventDefault());
    ask.addEventListener('click', () => { alert('Saved'); confirm('Sure?'); prompt('Your name?'); prompt('Password:'); });
    document.querySelector('#open').addEventListener('click', () => window.open('/other', '_blank'));
  </script>`;

/** What tells an action from others of its kind. */
function inShort(entry: Entry): Entry {
  const { type, target, text, value, inputType, key, modifiers, files, dialog, accepted, toUrl } = entry;
  const all = { type, target, text, value, inputType, key, modifiers, files, dialog, accepted, toUrl };
  return Object.fromEntries(Object.entries(all).filter(([, part]) => part !== undefined));
}

test('every kind of action', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const other = pages.add('/other', '<link rel="icon" href="data:,">');
  await page.goto(pages.add('/kinds', KINDS));
  const answers: (string | false | undefined)[] = [undefined, false, 'Ann', 'hunter2'];
  page.on('dialog', (dialog) => {
    const answer = answers.shift();
    void (answer === false ? dialog.dismiss() : dialog.accept(answer));
  });
  await page.locator('#twice').dblclick();
  await page.locator('#menu').click({ button: 'right' });
  await page.locator('#photo').setInputFiles([
    { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('a') },
    { name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('b') },
  ]);
  await page.locator('#note').fill('Buy milk\nand bread');
  await page.locator('#pin').fill('1234');
  await page.getByLabel('Team').click();
  // By place: a locator of a label would click its field.
  const fancy = await centre(page, '#fancy');
  await page.mouse.click(fancy.x, fancy.y);
  await page.mouse.click(fancy.x, fancy.y, { delay: 1 });
  await page.locator('#refused').click();
  await page.locator('#own').click();
  await page.locator('li').dragTo(page.locator('#bin'));
  await page.locator('li').dragTo(page.locator('#own'));
  await page.locator('#ask').click();
  await page.locator('#stay').click();
  await Promise.all([page.waitForEvent('popup'), page.locator('#out').click()]);
  await Promise.all([page.waitForEvent('popup'), page.locator('#open').click()]);
  await bound.capture.drain();

  const entries = (await actions(server)).filter(({ type }) => type !== 'navigate');
  expect(entries.map(inShort)).toEqual([
    { type: 'click', target: 'button#twice', text: 'Rename' },
    { type: 'click', target: 'button#twice', text: 'Rename' },
    { type: 'doubleclick', target: 'button#twice', text: 'Rename' },
    { type: 'rightclick', target: 'p#menu', text: 'Right here' },
    { type: 'upload', target: 'input#photo', files: ['a.png', 'b.png'] },
    { type: 'input', target: 'div#note', value: 'Buy milk\nand bread', inputType: 'contenteditable' },
    { type: 'input', target: 'div#pin', value: '[redacted]', inputType: 'contenteditable' },
    { type: 'check', target: 'input' },
    { type: 'check', target: 'label#fancy' },
    { type: 'uncheck', target: 'label#fancy' },
    { type: 'click', target: 'input#refused' },
    { type: 'click', target: 'div#own', text: 'Own' },
    { type: 'drag', target: 'li' },
    { type: 'click', target: 'button#ask', text: 'Ask' },
    { type: 'dialog', text: 'Saved', dialog: 'alert', accepted: true },
    { type: 'dialog', text: 'Sure?', dialog: 'confirm', accepted: false },
    { type: 'dialog', text: 'Your name?', dialog: 'prompt', accepted: true, value: 'Ann' },
    { type: 'dialog', text: 'Password:', dialog: 'prompt', accepted: true, value: '[redacted]' },
    { type: 'click', target: 'a#stay', text: 'Stays' },
    { type: 'click', target: 'a#out', text: 'Other' },
    { type: 'newtab', toUrl: other },
    { type: 'click', target: 'button#open', text: 'Open' },
    { type: 'newtab', toUrl: other },
  ]);
  expect(entries.find(({ type }) => type === 'drag')?.['to']).toEqual({
    id: 'bin',
    cssPath: '#bin',
    locators: [
      { by: 'id', value: 'bin' },
      { by: 'text', value: 'Bin' },
      { by: 'css', value: 'section.drop' },
    ],
  });
});

test('an action in a frame names the frames around it', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const icon = '<link rel="icon" href="data:,">';
  const inner = pages.add('/inner', `${icon}<button>Go</button>`);
  const middle = pages.add('/middle', `${icon}<iframe id="inner" src="/inner"></iframe>`);
  await page.goto(pages.add('/outer', `${icon}<iframe title="Shop" name="shop" src="/middle"></iframe>`));
  await page.frameLocator('iframe').frameLocator('iframe').getByRole('button').click();
  await bound.capture.drain();
  const clicks = (await actions(server)).filter(({ type }) => type === 'click');
  expect(clicks.map(({ frames }) => frames)).toEqual([
    [
      {
        locators: [
          { by: 'title', value: 'Shop' },
          { by: 'css', value: 'iframe[name="shop"]' },
        ],
        url: middle,
        name: 'shop',
      },
      {
        locators: [
          { by: 'id', value: 'inner' },
          { by: 'css', value: 'iframe[src="/inner"]' },
        ],
        url: inner,
      },
    ],
  ]);
});

test('frames that come with their page are no deeds of the user, a link followed in one is', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const icon = '<link rel="icon" href="data:,">';
  pages.add('/part', `${icon}<a href="/more">More</a>`);
  const more = pages.add('/more', `${icon}<h1>All of it</h1>`);
  const outer = pages.add('/parts', `${icon}<h1>Parts</h1>${'<iframe src="/part"></iframe>'.repeat(5)}`);
  await page.goto(outer);
  await expect.poll(() => stored(server, 'dom_snapshots')).toHaveLength(1);
  const frame = page.locator('iframe').first().contentFrame();
  await frame.getByRole('link').click();
  await frame.getByRole('heading').waitFor();
  await bound.capture.drain();
  const entries = await actions(server);
  expect(entries.map(({ type, toUrl }) => [type, toUrl])).toEqual([
    ['click', undefined],
    ['navigate', more],
  ]);
  expect(entries.map(({ frames }) => frames)).toEqual([
    [expect.objectContaining({ url: pages.url('/part') })],
    [expect.objectContaining({ url: more })],
  ]);
  expect((await stored(server, 'dom_snapshots')).map(({ url }) => url)).toEqual([outer]);
});

test('links that open a tab: by the wheel, by a key, without telling who opened it', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const icon = '<link rel="icon" href="data:,">';
  const other = pages.add('/other', icon);
  await page.goto(
    pages.add(
      '/links',
      `${icon}<a id="plain" href="/other">Plain</a> <a id="alone" href="/other" target="_blank" rel="noopener">Alone</a>
       <a id="kept" href="/other" onauxclick="event.preventDefault()" onclick="event.preventDefault()">Kept</a>`,
    ),
  );
  const opening = (act: () => Promise<void>): Promise<unknown> =>
    Promise.all([bound.context.waitForEvent('page'), act()]);
  await opening(() => page.locator('#plain').click({ button: 'middle' }));
  await opening(() => page.locator('#plain').click({ modifiers: ['ControlOrMeta'] }));
  await opening(() => page.locator('#alone').click());
  await page.locator('#kept').click({ button: 'middle' });
  await page.locator('#kept').click({ modifiers: ['ControlOrMeta'] });
  await bound.capture.drain();

  const entries = (await actions(server)).filter(({ type }) => type !== 'navigate');
  expect(entries.map(inShort)).toEqual([
    { type: 'newtab', target: 'a#plain', toUrl: other },
    { type: 'click', target: 'a#plain', text: 'Plain', modifiers: ['Control'] },
    { type: 'newtab', toUrl: other },
    { type: 'click', target: 'a#alone', text: 'Alone' },
    { type: 'newtab', toUrl: other },
    { type: 'click', target: 'a#kept', text: 'Kept', modifiers: ['Control'] },
  ]);
});

test('keys and clicks tell which keys were held', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await page.goto(
    pages.add(
      '/keys',
      '<link rel="icon" href="data:,"><input id="one"><textarea id="two"></textarea><p>Row</p>',
    ),
  );
  await page.locator('#two').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Meta+Enter');
  await page.locator('p').click({ modifiers: ['Alt', 'Shift'] });
  await bound.capture.drain();
  expect((await actions(server)).map(inShort)).toEqual([
    { type: 'keypress', target: 'textarea#two', key: 'Tab', modifiers: ['Shift'] },
    { type: 'keypress', target: 'input#one', key: 'Tab' },
    { type: 'keypress', target: 'textarea#two', key: 'Enter', modifiers: ['Control'] },
    { type: 'keypress', target: 'textarea#two', key: 'Enter', modifiers: ['Meta'] },
    { type: 'click', target: 'p', text: 'Row', modifiers: ['Alt', 'Shift'] },
  ]);
});

test('several choices in a list, made by hand', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const list = `<select multiple aria-label="Days"><option>Mon, early</option><option>Tue</option><option>Wed</option></select>`;
  await page.goto(pages.add('/list', `<link rel="icon" href="data:,">${list}`));
  await page.locator('option').nth(0).click();
  await page
    .locator('option')
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] });
  await bound.capture.drain();
  const entries = await actions(server);
  expect(entries.map(({ type, target, selectedValues }) => [type, target, selectedValues])).toEqual([
    ['select', 'select', ['Mon, early']],
    ['click', 'option', undefined],
    ['select', 'select', ['Mon, early', 'Wed']],
    ['click', 'option', undefined],
  ]);
});

test('an action in a frame of another origin names that frame by its address', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  const icon = '<link rel="icon" href="data:,">';
  pages.add('/foreign', `${icon}<button>Go</button>`);
  const foreign = pages.url('/foreign', '127.0.0.1');
  await page.goto(pages.add('/host', `${icon}<iframe name="shop" src="${foreign}"></iframe>`));
  await page.frameLocator('iframe').getByRole('button').click();
  await bound.capture.drain();
  const clicks = (await actions(server)).filter(({ type }) => type === 'click');
  expect(clicks.map(({ frames, selectors }) => ({ frames, selectors }))).toEqual([
    {
      frames: [{ locators: [], url: foreign, name: 'shop' }],
      selectors: {
        role: { role: 'button', name: 'Go' },
        text: 'Go',
        cssPath: 'button',
        locators: [
          { by: 'role', role: 'button', value: 'Go' },
          { by: 'text', value: 'Go' },
        ],
      },
    },
  ]);
});

/** The page's own functions would end our work, or run because of it. */
const HOSTILE = `
  window.heard = [];
  const never = (name) => function () { heard.push(name); throw new Error(name); };
  addEventListener('error', ({ message }) => heard.push(message));
  for (const name of ['addEventListener', 'setTimeout', 'requestIdleCallback', 'requestAnimationFrame', 'queueMicrotask'])
    window[name] = never(name);
  for (const name of ['matches', 'querySelector', 'querySelectorAll']) Element.prototype[name] = never(name);
  for (const name of ['querySelector', 'querySelectorAll', 'createTreeWalker']) Document.prototype[name] = never(name);
  Event.prototype.composedPath = never('composedPath');
  Node.prototype.getRootNode = never('getRootNode');
  CSS.escape = never('escape');
  PerformanceObserver.prototype.takeRecords = never('takeRecords');`;

test('a page that replaced what we work with is still seen, and hears nothing', async ({
  server,
  pages,
  extension,
}) => {
  const page = await extension.newPage();
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><form id="f"><input name="id" style="position:fixed;left:0;top:0;width:90px"><button class="go">Go</button></form>
     <script>document.forms[0].addEventListener('submit', (event) => event.preventDefault());${HOSTILE}</script>`,
  );
  await page.goto(url);
  // By place: a locator would bring Playwright's own script into the page, which uses what is replaced there.
  await page.mouse.click(20, 20);
  await page.keyboard.type('typed');
  await page.keyboard.press('Enter');
  const seen = async (): Promise<unknown> => {
    const entries = await stored(server, 'enhanced_actions');
    return entries.map(({ type, target, value, key }) => [type, target, value ?? key]);
  };
  await expect.poll(seen).toEqual([
    ['navigate', undefined, undefined],
    ['click', 'input', undefined],
    ['input', 'input', 'typed'],
    ['keypress', 'input', 'Enter'],
    ['submit', 'button.go', undefined],
  ]);
  expect(await page.evaluate('heard.join()')).toBe('');
});
