/** An agent asks pages that are open now, through the extension and through a debugging port: the same answers. */

import { readFileSync, writeFileSync } from 'node:fs';

import type { BrowserContext, CDPSession, Page } from '@playwright/test';

import { STRANGER_HOST } from '../support/chromium.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { liveBrowser, WAYS } from '../support/live.ts';
import type { Way } from '../support/live.ts';
import { connectAgent } from '../support/mcp.ts';
import type { Agent, Entry } from '../support/mcp.ts';
import type { Pages } from '../support/pages.ts';

const test = base.extend<{ way: Way; browserContext: BrowserContext; agent: Agent }>({
  way: ['extension', { option: true }],
  browserContext: async ({ way, server, browsers }, use) => {
    const browser = await liveBrowser(way, server, browsers);
    await use(browser.context);
    await browser.close();
  },
  agent: async ({ server }, use) => {
    const agent = await connectAgent(server, 'http');
    await use(agent);
    await agent.close();
  },
});

/** Opens a page and waits until the server knows that it can be asked. */
async function open(context: BrowserContext, agent: Agent, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await expect.poll(async () => (await agent.call('get_page_info', { url_filter: url }))['url']).toBe(url);
  return page;
}

/** The answer without what differs from run to run: tabs, ports, and the browser's own sizes. */
function stable(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replace(/"tab":"[^"]*"/g, '"tab":"T"')
    .replace(/localhost:\d+/g, 'localhost:PORT');
  return JSON.parse(text);
}

/** Compares with a reviewed file; rewritten only when asked. */
function golden(name: string, answer: unknown): void {
  const file = new URL(`../golden/${name}.json`, import.meta.url);
  const text = `${JSON.stringify(stable(answer), null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

const SHOP = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop ☕</title>
  <style>body { margin: 0; font: 16px/20px sans-serif } * { box-sizing: border-box }
    .card { width: 200px; height: 40px; color: rgb(1, 2, 3) } iframe { border: 2px solid; width: 300px; height: 100px }</style>
  <h1 class="card">Shop</h1><h2 class="card" style="visibility: hidden">Hidden</h2>
  <article class="card ☕" data-testid="first">One <b>bold</b></article>
  <form id="pay" action="/pay" class="card"><label>Name <input name="who" value="Bob" required></label>
    <input type="password" name="pw" aria-label="Password" value="hunter2"></form>
  <shop-item></shop-item>
  <iframe src="/frame" title="frame"></iframe>
  <iframe src="http://${STRANGER_HOST}:PORT/frame" title="stranger"></iframe>
  <script>customElements.define('shop-item', class extends HTMLElement {
    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).innerHTML =
        '<style>p { margin: 0; height: 20px; width: 100px }</style><p class="card">in shadow</p><div><p class="card">deeper</p></div>';
    }
  })</script>`;

function addShop(pages: { add(path: string, page: string): string; url(path: string): string }): string {
  pages.add(
    '/frame',
    '<!doctype html><style>body { margin: 0 } p { margin: 0; height: 20px; width: 50px }</style><p class="card">in frame</p>',
  );
  const port = new URL(pages.url('/')).port;
  return pages.add('/shop', SHOP.replace('PORT', port));
}

for (const way of WAYS) {
  test.describe(`through ${way}`, () => {
    test.use({ way });

    test('elements are found wherever they are, whole and masked', async ({
      pages,
      browserContext,
      agent,
    }) => {
      await open(browserContext, agent, addShop(pages));
      golden(
        'query-dom',
        await agent.call('query_dom', {
          selector: '.card',
          include_styles: true,
          properties: ['color', 'visibility'],
          max_tokens: 20_000,
        }),
      );
      golden(
        'query-dom-children',
        await agent.call('query_dom', { selector: 'form#pay, .☕', include_children: true, max_depth: 2 }),
      );
    });

    test('each selector finds its element in its own place', async ({ pages, browserContext, agent }) => {
      const page = await open(browserContext, agent, addShop(pages));
      const { matches } = await agent.call('query_dom', {
        selector: 'body *, :host *, .card',
        max_tokens: 20_000,
      });
      const texts = await page.evaluate((found) => {
        const list: { selector: string; text: string; inside?: Record<string, string>[] }[] =
          JSON.parse(found);
        return list.map(({ selector, text, inside = [] }) => {
          let root: Document | ShadowRoot | null | undefined = document;
          for (const { shadowRootOf, frame } of inside) {
            const holder: Element | null | undefined = root?.querySelector(shadowRootOf ?? frame ?? '');
            root = holder instanceof HTMLIFrameElement ? holder.contentDocument : holder?.shadowRoot;
          }
          const elements = [...(root?.querySelectorAll(selector) ?? [])];
          const [element] = elements;
          const said = element?.matches('script,style') ? '' : (element?.textContent ?? '');
          return [elements.length, said.replace(/\s+/g, ' ').trim() === text];
        });
      }, JSON.stringify(matches));
      expect(texts.length).toBeGreaterThan(10);
      expect(texts.filter(([count, same]) => count !== 1 || same !== true)).toEqual([]);
    });

    test('the page in short, and the other tabs', async ({ pages, browserContext, agent }) => {
      await open(browserContext, agent, pages.add('/other', '<title>Other</title>'));
      await open(browserContext, agent, addShop(pages));
      golden('page-info', await agent.call('get_page_info'));
    });

    test('an audit names what is broken, where, and how to mend it', async ({
      pages,
      browserContext,
      agent,
    }) => {
      const url = pages.add(
        '/faulty',
        `<!doctype html><title>Faulty</title><meta charset="utf-8"><meta name="viewport" content="user-scalable=no">
         <main><h1>Faulty</h1><h4>skipped</h4><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
         <p style="color: #ccc; background: #fff">faint</p><button></button><a href="/x"></a>
         <input type="password" value="hunter2"><ul><b>no item</b></ul><div id="host"></div></main>
         <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button></button>'</script>`,
      );
      await open(browserContext, agent, url);
      golden('audit', await agent.call('run_accessibility_audit', { max_tokens: 20_000 }));
      golden(
        'audit-scope',
        await agent.call('run_accessibility_audit', { scope: 'p', tags: ['wcag2aa'], include_passes: true }),
      );
      expect(await agent.call('run_accessibility_audit', { tags: ['wcag9'] })).toEqual({
        error: expect.stringMatching(/^no rule has the tag `wcag9`; tags are ACT, /),
      });
    });

    test('neither policies nor replaced methods stand in the way, and the page sees nothing', async ({
      pages,
      browserContext,
      agent,
    }) => {
      const url = pages.add('/strict', {
        body: `<title>Strict</title><script nonce="x">
          const lie = () => { throw new Error('replaced') };
          document.querySelectorAll = Document.prototype.querySelectorAll = Element.prototype.getAttributeNames = lie;
          Element.prototype.getBoundingClientRect = Element.prototype.matches = Node.prototype.getRootNode = lie;
          window.seen = [];
          new MutationObserver((records) => seen.push(records.length)).observe(document, { subtree: true, childList: true, attributes: true });
          addEventListener('message', () => seen.push('message'));
          addEventListener('error', () => seen.push('error'));
          addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective));
        </script><body><p id="p">text</p>`,
        headers: {
          'Content-Security-Policy':
            "default-src 'none'; script-src 'nonce-x'; require-trusted-types-for 'script'; trusted-types 'none'",
        },
      });
      const page = await open(browserContext, agent, url);
      await page.evaluate('seen.length = 0');
      const before = await page.evaluate('Object.getOwnPropertyNames(window).join()');
      expect(await agent.call('query_dom', { selector: '#p' })).toMatchObject({
        matches: [{ selector: '#p', text: 'text', attributes: { id: 'p' } }],
      });
      expect(await agent.call('run_accessibility_audit')).toMatchObject({ engine: 'axe-core 4.14.0' });
      expect(await page.evaluate('seen')).toEqual([]);
      expect(await page.evaluate('Object.getOwnPropertyNames(window).join()')).toBe(before);
      expect(pages.requests.filter((request) => !/strict|favicon/.test(request))).toEqual([]);
    });

    test('a wrong selector is quoted, one with emoji is right', async ({ pages, browserContext, agent }) => {
      await open(browserContext, agent, pages.add('/', '<meta charset="utf-8"><p class="💧">wet</p>'));
      expect(await agent.call('query_dom', { selector: 'p[[💧' })).toEqual({
        error: '`p[[💧` is not a valid CSS selector: it is not a valid selector.',
      });
      expect(await agent.call('query_dom', { selector: '.💧' })).toMatchObject({
        summary: '1 element matches `.💧`.',
        matches: [{ text: 'wet' }],
      });
    });

    test('a million elements give a partial answer with a note', async ({ pages, browserContext, agent }) => {
      const page = await open(
        browserContext,
        agent,
        pages.add('/', '<div hidden id="many"></div><p id="last">last</p>'),
      );
      await page.evaluate(() => {
        const row = '<i></i>'.repeat(1000);
        const many = document.querySelector('#many');
        for (let count = 0; count < 1000; count += 1) many?.insertAdjacentHTML('beforeend', `<b>${row}</b>`);
      });
      const answer = await agent.call('query_dom', { selector: 'i, #last' });
      expect(answer).toMatchObject({
        matchCount: 1_000_001,
        notes: [
          expect.stringMatching(
            /^the page is very large: shadow roots and frames behind its first \d+ elements were not looked into$/,
          ),
        ],
      });
    });

    test('a page in an endless loop is given up, and others still answer', async ({
      pages,
      browserContext,
      agent,
    }) => {
      const other = pages.add('/other', '<p>other</p>');
      await open(browserContext, agent, other);
      const page = await open(browserContext, agent, pages.add('/loop', '<p>loop</p>'));
      const asking = await hang(page, pages, agent);
      expect(await agent.call('query_dom', { selector: 'p', url_filter: '/other' })).toMatchObject({
        url: other,
        matches: [{ text: 'other' }],
      });
      expect(await asking.answer).toEqual({
        error: expect.stringMatching(
          /^the page in tab `\w+` did not answer within 10 s: it may be in an endless loop, paused in a debugger, or show a dialog/,
        ),
      });
    });

    test('a tab that is closed or crashes while it is asked says so', async ({
      pages,
      browserContext,
      agent,
    }) => {
      await open(browserContext, agent, pages.add('/other', '<p>other</p>'));
      for (const [end, words] of [
        ['Page.close', /^tab `\w+` was closed; /],
        ['Page.crash', /^the page in tab `\w+` has crashed; /],
      ] as const) {
        const page = await open(browserContext, agent, pages.add('/loop', '<p>loop</p>'));
        const session = await browserContext.newCDPSession(page);
        const asking = await hang(page, pages, agent);
        // Asked over the same link later and answered: the first question has arrived.
        await agent.call('query_dom', { selector: 'p', url_filter: '/other' });
        void stop(session, end);
        expect(await asking.answer).toEqual({ error: expect.stringMatching(words) });
      }
    });

    test('a page that is left while it is asked says so', async ({ pages, browserContext, agent }) => {
      await open(browserContext, agent, pages.add('/other', '<p>other</p>'));
      const page = await open(browserContext, agent, pages.add('/loop', '<p>loop</p>'));
      const asking = await hang(page, pages, agent);
      // Asked over the same link later and answered: the first question has arrived.
      await agent.call('query_dom', { selector: 'p', url_filter: '/other' });
      pages.add('/next', '<p>next</p>');
      // Of another site, so that it needs nothing of the process that hangs.
      await page.goto(pages.url('/next', '127.0.0.1'));
      expect(await asking.answer).toEqual({
        error: expect.stringMatching(
          /^the page in tab `\w+` was left or reloaded while it was asked; ask again$/,
        ),
      });
    });

    test('the browser’s own pages cannot be looked into', async ({ pages, browserContext, agent }) => {
      const page = await open(browserContext, agent, pages.add('/', '<p>mine</p>'));
      const { tab } = await agent.call('get_page_info');
      await page.goto('chrome://version');
      await expect
        .poll(() => agent.call('get_page_info', { tab }))
        .toEqual({
          error: expect.stringMatching(
            /^a browser is connected but shows no captured page; open the app on localhost/,
          ),
        });
    });

    test('a server that was restarted can ask again', async ({ server, pages, browserContext, agent }) => {
      await open(browserContext, agent, pages.add('/', '<p>still here</p>'));
      await agent.close();
      await server.stop();
      await server.start();
      const again = await connectAgent(server, 'http');
      await expect
        .poll(() => again.call('query_dom', { selector: 'p' }), { timeout: 30_000 })
        .toMatchObject({ matches: [{ text: 'still here' }] });
      await again.close();
    });
  });
}

/** Blocks a page for ever and begins to ask it something. */
async function hang(page: Page, pages: Pages, agent: Agent): Promise<{ answer: Promise<Entry> }> {
  const begun = new Promise<void>((resolve) => {
    pages.route('/begun', (_request, response) => {
      response.end();
      resolve();
    });
  });
  // What follows the answer to a synchronous request follows it at once.
  const loop = "const call = new XMLHttpRequest(); call.open('GET', '/begun', false); call.send(); for (;;);";
  await page.evaluate(`setTimeout(() => { ${loop} })`);
  await begun;
  return { answer: agent.call('query_dom', { selector: 'p', url_filter: '/loop' }) };
}

async function stop(session: CDPSession, method: 'Page.close' | 'Page.crash'): Promise<void> {
  // A page that is gone answers nothing.
  await session.send(method).catch(() => undefined);
}

test('without a browser the agent learns how to connect one', async ({ agent }) => {
  for (const tool of ['get_page_info', 'run_accessibility_audit'])
    expect(await agent.call(tool)).toEqual({
      error:
        'no browser is connected; load the extension (run `gasoline extension`, it says how) and open the app, or run ' +
        '`gasoline attach --launch chromium -- URL`; `gasoline doctor` names the broken link',
    });
});

test('a site that is not captured is neither named nor looked into', async ({
  pages,
  browserContext,
  agent,
}) => {
  pages.add('/', '<p>text</p>');
  const page = await open(browserContext, agent, pages.url('/'));
  const stranger = await browserContext.newPage();
  await stranger.goto(pages.url('/', STRANGER_HOST));
  await stranger.bringToFront();
  expect(await agent.call('get_page_info')).toMatchObject({ url: pages.url('/'), otherTabs: [] });
  await page.close();
  await expect
    .poll(() => agent.call('get_page_info'))
    .toEqual({ error: expect.stringMatching(/^a browser is connected/) });
});

test('the page focused last is asked, unless another is named', async ({ pages, browserContext, agent }) => {
  const one = await open(browserContext, agent, pages.add('/one', '<p>one</p>'));
  const { tab } = await agent.call('get_page_info');
  await open(browserContext, agent, pages.add('/two', '<p>two</p>'));
  const text = async (args: Record<string, unknown> = {}): Promise<unknown> => {
    const { matches } = await agent.call('query_dom', { selector: 'p', ...args });
    return matches;
  };
  expect(await text()).toMatchObject([{ text: 'two' }]);
  expect(await text({ tab })).toMatchObject([{ text: 'one' }]);
  expect(await text({ url_filter: '/one' })).toMatchObject([{ text: 'one' }]);
  await one.bringToFront();
  await expect.poll(() => text()).toMatchObject([{ text: 'one' }]);
});

test('a worker that Chrome ended is back with its link when it is woken', async ({
  pages,
  ownExtension,
  agent,
}) => {
  const page = await open(ownExtension, agent, pages.add('/', '<p>here</p>'));
  const [worker] = ownExtension.serviceWorkers();
  // A page of the extension, from which the worker can be ended and watched.
  const own = await ownExtension.newPage();
  await own.goto(new URL('manifest.json', worker?.url()).href);
  await page.bringToFront();
  const session = await ownExtension.newCDPSession(own);
  const version = (status: string): Promise<string> =>
    new Promise((resolve) => {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const found = versions.find(({ runningStatus }) => runningStatus === status);
        if (found !== undefined) resolve(found.versionId);
      });
    });
  const [running, stopped] = [version('running'), version('stopped')];
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopWorker', { versionId: await running });
  await stopped;
  await page.evaluate(() => {
    console.log('wakes it');
  });
  await expect
    .poll(() => agent.call('query_dom', { selector: 'p' }))
    .toMatchObject({ matches: [{ text: 'here' }] });
});
