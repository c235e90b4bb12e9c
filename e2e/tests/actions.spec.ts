/** What the user does, from real input to the server. */

import type { Page } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { actions, AT_REST, centre } from '../support/recorded-actions.ts';

const KINDS = `<link rel="icon" href="data:,"><title>Kinds</title>
  <style>.drop { width: 200px; height: 60px } .hidden-box { position: absolute; opacity: 0; width: 1px; height: 1px }
    #covered span { position: relative; z-index: 1; background: white; margin-left: -20px }</style>
  <button id="twice">Rename</button> <p id="menu">Right here</p>
  <input id="photo" type="file" multiple aria-label="Photos">
  <div id="note" contenteditable aria-label="Note"></div><div id="pin" contenteditable aria-label="PIN"></div>
  <label><input type="radio" name="plan" value="team"> Team</label>
  <label id="fancy"><input type="checkbox" class="hidden-box"> Fancy</label>
  <label id="covered"><input type="checkbox" style="opacity: 0"><span>Covered by its label</span></label>
  <label id="away"><input type="radio" name="away" style="position: absolute; left: -900px">Away</label>
  <label id="deaf"><input type="checkbox" style="pointer-events: none">Deaf</label>
  <x-switch></x-switch>
  <input id="refused" type="checkbox" aria-label="Refused"> <div id="own" role="checkbox" aria-checked="false" tabindex="0">Own</div>
  <ul><li draggable="true">First</li></ul><section id="bin" class="drop">Bin</section>
  <button id="ask">Ask</button> <a id="out" href="/other" target="_blank">Other</a> <a id="stay" href="/other" target="_blank">Stays</a>
  <button id="open">Open</button>
  <script>
    document.querySelector('x-switch').attachShadow({ mode: 'open' }).innerHTML =
      '<label id="inner"><input type="checkbox" style="position: absolute; left: -900px">Inner</label>';
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
  // Situation recordings-03: what is clicked is the label, because its field cannot be.
  for (const label of ['#covered', '#away', '#deaf', '#inner']) {
    const { x, y } = await centre(page, label);
    await page.mouse.click(x, y);
  }
  await page.locator('#deaf input').press('Space');
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
    { type: 'check', target: 'label#covered' },
    { type: 'check', target: 'label#away' },
    { type: 'check', target: 'label#deaf' },
    { type: 'click', target: 'label#inner', text: 'Inner' },
    { type: 'uncheck', target: 'label#deaf' },
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

test('keys and clicks tell which keys were held', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await page.goto(
    pages.add(
      '/keys',
      '<link rel="icon" href="data:,"><input id="one"><textarea id="two"></textarea><p>Row</p><div id="list" tabindex="0"></div>',
    ),
  );
  await page.locator('#two').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Meta+Enter');
  await page.locator('p').click({ modifiers: ['Alt', 'Shift'] });
  await page.locator('#one').pressSequentially('ber');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+a');
  await page.locator('#list').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await page.keyboard.press('x');
  await bound.capture.drain();
  expect((await actions(server)).map(inShort)).toEqual([
    { type: 'keypress', target: 'textarea#two', key: 'Tab', modifiers: ['Shift'] },
    { type: 'keypress', target: 'input#one', key: 'Tab' },
    { type: 'keypress', target: 'textarea#two', key: 'Enter', modifiers: ['Control'] },
    { type: 'keypress', target: 'textarea#two', key: 'Enter', modifiers: ['Meta'] },
    { type: 'click', target: 'p', text: 'Row', modifiers: ['Alt', 'Shift'] },
    { type: 'input', target: 'input#one', value: 'ber', inputType: 'text' },
    { type: 'keypress', target: 'input#one', key: 'ArrowDown' },
    { type: 'keypress', target: 'input#one', key: 'k', modifiers: ['Control'] },
    { type: 'keypress', target: 'div#list', key: 'ArrowRight' },
    { type: 'keypress', target: 'div#list', key: 'Delete' },
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
