/** What a page could notice of capture in its requests. */

import { expect, test } from '../support/fixtures.ts';
import { run } from '../support/requests.ts';

/** What a page could notice; asked with and without capture. */
const PROBE = `
  const seen = [];
  const note = (...facts) => seen.push(facts);
  const of = (f) => [f.name, f.length, String(f), Reflect.ownKeys(f).map(String), 'prototype' in f];
  note(of(fetch), Object.getOwnPropertyDescriptor(window, 'fetch').enumerable);
  for (const name of ['open', 'send', 'setRequestHeader', 'abort']) note(of(XMLHttpRequest.prototype[name]));
  for (const name of ['json', 'text', 'clone', 'blob', 'arrayBuffer', 'formData']) note(of(Response.prototype[name]));
  const response = await fetch('data');
  note(response.constructor === Response, response.bodyUsed, response.url.endsWith('/app/data'), response.body.locked);
  note(await response.json(), response.bodyUsed, await response.text().catch((error) => String(error)));
  const reason = { own: true };
  const controller = new AbortController();
  const aborted = fetch('/never', { signal: controller.signal });
  controller.abort(reason);
  note(aborted instanceof Promise, aborted.constructor === Promise, await aborted.catch((error) => error === reason));
  note(await fetch().catch(String), await fetch('http://a:b@localhost/').catch(String), await fetch.call({}, '/').catch(String));
  const failed = await fetch('http://127.0.0.1:1/').catch((error) => error);
  note(failed.name, failed.stack.includes('gasoline:'), Object.getOwnPropertyNames(failed));
  let reads = 0;
  await fetch('data', { get method() { reads++; return 'GET'; } });
  await fetch({ toString() { reads++; return 'data'; } });
  note(reads);
  const xhr = new XMLHttpRequest();
  const states = [];
  xhr.onreadystatechange = () => states.push(xhr.readyState);
  xhr.addEventListener('load', (event) => { states.push('load'); event.stopImmediatePropagation(); }, true);
  xhr.open('GET', 'data');
  await new Promise((resolve) => { xhr.onloadend = resolve; xhr.send(); });
  note(states, Reflect.ownKeys(xhr), xhr.responseText);
  for (const act of [() => new XMLHttpRequest().send(), () => new XMLHttpRequest().open('GET'), () => XMLHttpRequest.prototype.open.call({}, 'GET', '/'), () => new XMLHttpRequest().open('GET', 'http://[')])
    try { act(); } catch (error) { note(error.name, error.message, error.stack.includes('gasoline:')); }
  return seen;`;

test('the page sees the same as without capture', async ({ pages, bound, browser }) => {
  const [captured, plain] = [await bound.context.newPage(), await browser.newPage()];
  const expected = await run(pages, plain, PROBE);
  expect(await run(pages, captured, PROBE)).toEqual(expected);
});

test('a rejection nobody handles is reported once, a handled one never', async ({ pages, bound }) => {
  const page = await bound.context.newPage();
  const seen = await run(
    pages,
    page,
    `const events = [];
     let mine;
     addEventListener('unhandledrejection', (event) => events.push([event.promise === mine, event.reason.name]));
     addEventListener('rejectionhandled', () => events.push('handled late'));
     await fetch('http://127.0.0.1:1/').catch(() => 0);
     await fetch('http://127.0.0.1:1/').then(() => 0, () => 0);
     mine = fetch('http://127.0.0.1:1/');
     await new Promise((resolve) => addEventListener('unhandledrejection', () => setTimeout(resolve)));
     return events;`,
  );
  expect(seen).toEqual([[true, 'TypeError']]);
});

test('a body the page ignores stays with the server, one it cancels ends there', async ({ pages, bound }) => {
  const sent = new Map<string, number>();
  const closed: string[] = [];
  pages.route('/spaces', (request, response) => {
    const name = request.url ?? '';
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    response.on('close', () => closed.push(name));
    const write = (): void => {
      const total = (sent.get(name) ?? 0) + 65_536;
      sent.set(name, total);
      if (total > 300e6) response.end();
      else response.write(Buffer.alloc(65_536, 32), () => setImmediate(write));
    };
    write();
  });
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `window.ignored = await fetch('/spaces?ignored');
     const reader = (await fetch('/spaces?cancelled')).body.getReader();
     await reader.read();
     await reader.cancel();
     const streamed = (await fetch('/spaces?streamed')).body.getReader();
     while (!(await streamed.read()).done);`,
  );
  await expect.poll(() => closed).toEqual(['/spaces?cancelled', '/spaces?streamed']);
  expect(sent.get('/spaces?ignored')).toBeLessThan(150e6);
});
