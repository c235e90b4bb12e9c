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
      },
      value: 'ann@example.com',
      inputType: 'email',
      ...common,
    },
    {
      type: 'input',
      target: 'input',
      selectors: { cssPath: '#login > label:nth-child(2) > input' },
      value: '[redacted]',
      inputType: 'password',
      ...common,
    },
    {
      type: 'input',
      target: 'input',
      selectors: { ariaLabel: 'Card', role: { role: 'textbox', name: 'Card' }, cssPath: '#login > input' },
      value: '[redacted]',
      inputType: 'text',
      ...common,
    },
    {
      type: 'select',
      target: 'select',
      selectors: { ariaLabel: 'Plan', role: { role: 'combobox', name: 'Plan' }, cssPath: '#login > select' },
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
      },
      text: 'Buy',
      position: near(position),
      ...AT_REST,
    },
  ]);
});

test('a label is one click, a loading page is busy, a pane scrolls', async ({ server, pages, bound }) => {
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
      type: 'click',
      url,
      target: 'label',
      selectors: { text: 'Agree', cssPath: 'label' },
      text: 'Agree',
      position: expect.anything(),
      ...AT_REST,
      busy: true,
    },
    {
      type: 'scroll',
      url,
      target: 'div#pane',
      selectors: { id: 'pane', cssPath: '#pane' },
      scrollX: 0,
      scrollY: 70,
      ...AT_REST,
      busy: true,
    },
  ]);
  expect(await page.locator('input').isChecked()).toBe(true);
});

test('navigation: loads, routes, fragments, back', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const home = pages.add('/', '<link rel="icon" href="data:,"><a href="/app">app</a>');
  const app = pages.add('/app', '<link rel="icon" href="data:,"><a href="#part">part</a>');
  await page.goto(home);
  await page.locator('a').evaluate((link) => {
    // The page's own call, so that no click is recorded.
    if (link instanceof HTMLAnchorElement) link.click();
  });
  await page.waitForURL('**/app');
  await page.evaluate(async () => {
    history.pushState(null, '', '/app/1');
    history.pushState({ same: true }, '', '/app/1');
    history.replaceState(null, '', '/app/1?a');
    history.replaceState(null, '', '/app/1?ab');
    location.hash = 'part';
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
      history.back();
    });
  });
  await bound.capture.drain();
  const entries = await stored(server, 'enhanced_actions');
  const navigate = (toUrl: string, fromUrl?: string): Entry => ({
    type: 'navigate',
    url: toUrl,
    toUrl,
    ...(fromUrl === undefined ? {} : { fromUrl }),
  });
  expect(entries.map(content)).toEqual([
    navigate(home),
    navigate(app, home),
    navigate(`${app}/1`, app),
    navigate(`${app}/1?ab`, `${app}/1`),
    navigate(`${app}/1?ab#part`, `${app}/1?ab`),
    navigate(`${app}/1?ab`, `${app}/1?ab#part`),
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
