/** What a page is, shows and keeps: its document, landmarks, storage and annotations. */

import { expect, test } from '../support/fixtures.ts';
import { content, stored, storedLogs } from '../support/snapshot.ts';

test('the document', async ({ server, pages, bound }) => {
  const url = pages.add('/', '<link rel="icon" href="data:,"><title>Cart</title>');
  const page = await bound.context.newPage();
  await page.goto(url);
  await bound.capture.drain();
  const documents = await stored(server, 'documents');
  expect(documents.map(content)).toEqual([
    {
      type: 'document',
      url,
      userAgent: await page.evaluate(() => navigator.userAgent),
      viewport: { width: 1280, height: 720, devicePixelRatio: 1 },
      title: 'Cart',
      status: 200,
      responseHeaders: {
        observed: {
          'content-type': 'text/html',
          date: expect.any(String),
          connection: 'keep-alive',
          'keep-alive': 'timeout=5',
          'transfer-encoding': 'chunked',
        },
      },
    },
  ]);
});

test('landmarks after a load and after a route', async ({ server, pages, bound }) => {
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><meta charset="utf-8"><title>Shop</title><h1>Your <b>cart</b></h1><h2 hidden>Hidden</h2>
     <div data-testid="page"><p data-cy="total">25.00 €</p>${'<p>A long text about nothing. </p>'.repeat(9)}</div>`,
  );
  const page = await bound.context.newPage();
  await page.goto(url);
  await expect.poll(() => stored(server, 'dom_snapshots')).toHaveLength(1);
  await page.evaluate(() => {
    history.pushState(null, '', '/paid');
    document.title = 'Paid';
    document.body.innerHTML = '<h2>Thank you</h2>';
  });
  await expect.poll(() => stored(server, 'dom_snapshots')).toHaveLength(2);
  const snapshots = await stored(server, 'dom_snapshots');
  expect(snapshots.map(content)).toEqual([
    {
      url,
      title: 'Shop',
      landmarks: [
        { kind: 'heading', level: 1, text: 'Your cart' },
        { kind: 'testId', testId: 'total', attribute: 'data-cy', text: '25.00 €' },
      ],
    },
    { url: pages.url('/paid'), title: 'Paid', landmarks: [{ kind: 'heading', level: 2, text: 'Thank you' }] },
  ]);
});

test('writes to storage and cookies', async ({ server, pages, bound }) => {
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><script>
      localStorage.setItem('theme', 'dark');
      sessionStorage.setItem('step', 2);
      document.cookie = 'locale=de; Path=/; Max-Age=60; SameSite=Lax; Secure';
    </script>`,
  );
  const page = await bound.context.newPage();
  await page.goto(url);
  await bound.capture.drain();
  const writes = await stored(server, 'storage_writes');
  expect(writes.map(content)).toMatchObject([
    { type: 'storage', url, area: 'localStorage', key: 'theme' },
    { type: 'storage', url, area: 'sessionStorage', key: 'step' },
    {
      type: 'storage',
      url,
      area: 'cookie',
      key: 'locale',
      attributes: { path: '/', maxAge: '60', sameSite: 'Lax', secure: true },
    },
  ]);
  expect(await page.evaluate(() => [localStorage.getItem('theme'), sessionStorage.getItem('step')])).toEqual([
    'dark',
    '2',
  ]);
});

test('annotations go with errors', async ({ server, pages, bound }) => {
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><script>
      console.log(Object.keys(window).includes('__gasoline'), Object.keys(__gasoline).join());
      __gasoline.annotate('user', { id: 7, plan: 'team' });
      __gasoline.annotate('gone', 1);
      __gasoline.annotate('gone', undefined);
      console.error('logged');
      throw new Error('thrown');
    </script>`,
  );
  const page = await bound.context.newPage();
  await page.goto(url);
  await bound.capture.drain();
  const context = { user: { id: 7, plan: 'team' } };
  const logs = await storedLogs(server);
  expect(logs.map(({ message, _context }) => ({ message, _context }))).toEqual([
    { message: 'false version,annotate,clearAnnotations,registerStore', _context: undefined },
    { message: 'logged', _context: context },
    { message: 'Error: thrown', _context: context },
  ]);
});

test('a sandboxed frame, an SVG document and a frame that stays empty', async ({ server, pages, bound }) => {
  pages.add('/picture.svg', {
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg"><title>Logo</title></svg>',
  });
  pages.add(
    '/boxed',
    `<title>Boxed</title><script>try { localStorage } catch (e) { console.log(e.name) }</script>`,
  );
  const url = pages.add(
    '/',
    `<link rel="icon" href="data:,"><title>Frames</title><iframe></iframe>
     <iframe sandbox="allow-scripts" src="/boxed"></iframe><iframe src="/picture.svg"></iframe>`,
  );
  const page = await bound.context.newPage();
  await page.goto(url);
  await bound.capture.drain();
  const titles = (await stored(server, 'documents')).map(({ title }) => title);
  expect([...titles].sort()).toEqual(['Boxed', 'Frames', 'Logo']);
  expect((await storedLogs(server)).map(({ message }) => message)).toEqual(['SecurityError']);
});
