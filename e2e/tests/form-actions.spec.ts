/** Forms that a user fills in, from real input to the server. */

import { expect, test } from '../support/fixtures.ts';
import { actions, AT_REST, centre, near } from '../support/recorded-actions.ts';
import { stored } from '../support/snapshot.ts';

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
    pages.add(
      '/',
      `<link rel="icon" href="data:,"><input id="q"><button>Go</button><input id="r">
       <input id="short" size="5"><textarea id="area" rows="2"></textarea>
       <div id="editor" contenteditable style="height:2em;overflow:auto"></div>`,
    ),
  );
  await page.locator('#q').fill('one');
  await page.keyboard.press('Enter');
  await page.locator('#q').fill('one two');
  await page.locator('button').click();
  // Situation recordings-01: fields that scroll because of what is typed into them.
  const long = 'longer than its field in every direction';
  await page.locator('#short').pressSequentially(long);
  await page.locator('#area').pressSequentially(long.repeat(5));
  await page.locator('#editor').pressSequentially(long.repeat(9));
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
        ['input', long],
        ['input', long.repeat(5)],
        ['input', long.repeat(9)],
        ['input', 'three'],
        ['navigate', pages.url('/next')],
      ].sort(),
    );
  const ordered = [...(await stored(server, 'enhanced_actions'))].sort((one, other) =>
    String(one['ts']).localeCompare(String(other['ts'])),
  );
  expect(ordered.map(({ type }) => type)).toEqual([
    ...['navigate', 'input', 'keypress', 'input', 'click', 'input', 'input', 'input', 'input', 'navigate'],
  ]);
});
