/** Documents of every kind are captured, each as a page of its own. */

import { chromium } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { messagesAsSaid, storedLogs, storedMessages } from '../support/snapshot.ts';

/** Policies that forbid all a capture script could want; the page's own script has the nonce. */
const POLICIES = {
  strict: "default-src 'none'; script-src 'nonce-x'",
  'trusted types': "require-trusted-types-for 'script'; trusted-types 'none'; script-src 'nonce-x'",
  sandbox: "sandbox allow-scripts; script-src 'nonce-x'",
};

for (const [name, policy] of Object.entries(POLICIES)) {
  test(`under the policy "${name}" all is captured and nothing violated`, async ({
    server,
    pages,
    bound,
  }) => {
    const page = await bound.context.newPage();
    await page.goto(
      pages.add('/', {
        body: `<script nonce="x">
          window.violations = [];
          addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
          console.log('said');
          try { localStorage.setItem('a', 'b') } catch (error) { console.log(error.name) }
          setTimeout(() => { throw new Error('thrown') });
        </script>`,
        headers: { 'Content-Security-Policy': policy },
      }),
    );
    await expect
      .poll(() => storedMessages(server))
      .toEqual(name === 'sandbox' ? ['said', 'SecurityError', 'Error: thrown'] : ['said', 'Error: thrown']);
    expect(await page.evaluate('violations')).toEqual([]);
  });
}

test('documents without an address of their own are captured', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  // By address: those without one are in the next test.
  pages.add('/sandboxed', '<script>console.log("sandboxed", origin)</script>');
  await page.goto(pages.add('/', '<p>quiet</p>'));
  await page.evaluate(async () => {
    const blank = document.body.appendChild(document.createElement('iframe'));
    blank.contentDocument?.defaultView?.console.log('about:blank');
    const html = (text: string): string => `<script>console.log(${JSON.stringify(text)})</script>`;
    const sources = [
      `data:text/html,${html('data:')}`,
      URL.createObjectURL(new Blob([html('blob:')], { type: 'text/html' })),
    ];
    for (const source of sources) {
      const frame = document.createElement('iframe');
      frame.src = source;
      document.body.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
    }
    const sandboxed = document.createElement('iframe');
    sandboxed.sandbox.add('allow-scripts');
    sandboxed.src = '/sandboxed';
    document.body.append(sandboxed);
    await new Promise((resolve) => (sandboxed.onload = resolve));
  });
  await expect.poll(() => storedMessages(server)).toHaveLength(4);
  const logs = await storedLogs(server);
  expect(logs.map(({ message, url }) => [message, String(url).replace(/[:,].*/s, '')])).toEqual([
    ['about:blank', 'about'],
    ['data:', 'data'],
    ['blob:', 'blob'],
    ['sandboxed null', 'http'],
  ]);
  expect(new Set(logs.map(({ page: document }) => document)).size).toBe(4);
});

/**
 * Such a frame has a process of its own, and Chromium does not hold its document back until the runner is there, as it
 * does for documents that come by an address. Its first scripts are over by then; only the extension is in time.
 */
test('a sandboxed srcdoc is captured from the moment the runner reaches it', async ({
  server,
  pages,
  bound,
}) => {
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<iframe sandbox="allow-scripts" srcdoc="<p>quiet</p>"></iframe>'));
  await page.frames()[1]?.evaluate(() => {
    console.log('later', origin);
  });
  await expect.poll(() => storedMessages(server)).toEqual(['later null']);
  expect((await storedLogs(server)).map(({ url }) => url)).toEqual(['about:srcdoc']);
});

test('a page that a service worker controls is captured, its worker left alone', async ({
  server,
  pages,
  bound,
}) => {
  pages.add('/worker.js', {
    type: 'text/javascript',
    body: `oninstall = () => skipWaiting();
      onactivate = (event) => event.waitUntil(clients.claim());
      onfetch = (event) => {
        if (event.request.url.endsWith('/made-up')) event.respondWith(new Response('by the worker'));
      };`,
  });
  const page = await bound.context.newPage();
  await page.goto(pages.add('/', '<p>quiet</p>'));
  const answer = await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => (navigator.serviceWorker.oncontrollerchange = resolve));
    const text = await (await fetch('/made-up')).text();
    console.log(text);
    return text;
  });
  await bound.capture.drain();
  expect(answer).toBe('by the worker');
  expect(await storedMessages(server)).toEqual(['by the worker']);
  expect(pages.requests).not.toContain('GET /made-up');
});

test('a page that comes back from the cache goes on as the same page', async ({ server, pages }) => {
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const context = await browser.newContext();
  const capture = await captureContext(context, { port: server.port });
  const page = await context.newPage();
  pages.add('/other', '<title>other</title><script>console.log("other")</script>');
  await page.goto(
    pages.add(
      '/',
      '<script>addEventListener("pageshow", ({ persisted }) => console.log("shown", persisted))</script>',
    ),
  );
  await page.evaluate(() => {
    location.href = '/other';
  });
  await page.waitForURL('**/other');
  await page.goBack({ waitUntil: 'commit' });
  await page.evaluate(() => {
    console.log('again');
  });
  await capture.drain();
  await expect.poll(() => messagesAsSaid(server)).toEqual(['shown false', 'other', 'shown true', 'again']);
  const logs = (await storedLogs(server)).filter(({ message }) => message !== 'other');
  expect(new Set(logs.map(({ page: document }) => document)).size).toBe(1);
  expect(new Set(logs.map(({ n }) => n)).size).toBe(3);
  await browser.close();
});
