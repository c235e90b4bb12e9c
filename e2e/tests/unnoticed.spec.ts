/** The page cannot listen in and cannot speak in our name. What else it could notice is looked for in `probes.spec.ts`. */

import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EXTENSION, launchWithExtension } from '../support/chromium.ts';
import { pointTo } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import { stored, storedMessages } from '../support/snapshot.ts';

/** Knows every name our scripts use, and tries each of them from the page's first script on. */
const EAVESDROPPER = `<script>
  window.heard = [];
  const names = ['gasoline:offer', 'gasoline:request', 'accept', 'entries'];
  for (const target of [document, window])
    for (const name of names) target.addEventListener(name, (event) => heard.push(name), true);
  addEventListener('message', () => heard.push('message'));
  for (const method of ['dispatchEvent', 'addEventListener'])
    EventTarget.prototype[method] = new Proxy(EventTarget.prototype[method], {
      apply(target, self, args) { heard.push(method); return Reflect.apply(target, self, args); },
    });
  const real = JSON.stringify;
  JSON.stringify = (...args) => { heard.push('stringify'); return real(...args); };

  console.log('genuine');

  const forged = document.createElement('i');
  dispatchEvent.call(document, new Event('gasoline:request'));
  dispatchEvent.call(document, new MouseEvent('gasoline:offer', { relatedTarget: forged }));
  forged.dispatchEvent(new CustomEvent('entries', { detail: '/logs\\n{"type":"console","message":"forged"}' }));
  document.dispatchEvent(new CustomEvent('entries', { detail: '/logs\\n{"type":"console","message":"forged"}' }));
  console.log('last');
</script>`;

/** Exactly what that page does itself, each event heard by window and document: no offer answers its request. */
const HEARD_OF_ITSELF = [
  'dispatchEvent',
  ...['gasoline:request', 'gasoline:request'],
  'dispatchEvent',
  ...['gasoline:offer', 'gasoline:offer'],
  'dispatchEvent',
  'dispatchEvent',
  ...['entries', 'entries'],
];

for (const first of ['MAIN', 'ISOLATED']) {
  test(`the page can neither read nor forge the private channel; ${first} world first`, async ({
    server,
    pages,
  }, info) => {
    const folder = info.outputPath('extension');
    await copyExtension(folder, first);
    const browser = await launchWithExtension(folder);
    await pointTo(browser.context, server);
    const page = await browser.context.newPage();
    await page.goto(pages.add('/', EAVESDROPPER));
    await expect.poll(() => storedMessages(server)).toEqual(['genuine', 'last']);
    expect(await page.evaluate<unknown>('heard')).toEqual(HEARD_OF_ITSELF);
    await browser.close();
  });
}

/** Chrome starts content scripts in the order of the manifest but promises none between worlds. */
async function copyExtension(folder: string, firstWorld: string): Promise<void> {
  await cp(EXTENSION, folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const manifest: chrome.runtime.ManifestV3 = JSON.parse(await readFile(file, 'utf8'));
  manifest.content_scripts?.sort((script) => (script.world === firstWorld ? -1 : 1));
  await writeFile(file, JSON.stringify(manifest));
}

test('the page sees no request of ours', async ({ server, pages, extension }) => {
  const page = await extension.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const url = pages.add(
    '/',
    '<link rel="icon" href="data:,"><script>console.log("one"); setTimeout(() => { throw new Error("two") })</script>',
  );
  await page.goto(url);
  await expect.poll(() => storedMessages(server)).toEqual(['one', 'Error: two']);
  const timed = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(requests).toEqual([url]);
  expect(timed).toEqual([]);
});

/** What pages, polyfills and test tools replace; each line must leave a page in which `console.log` still arrives. */
const SABOTAGE = [
  'JSON.stringify = never',
  'Object.prototype.toJSON = never',
  'Array.prototype.toJSON = never',
  'Object.defineProperty(Object.prototype, "0", { get() {}, set: never, configurable: true })',
  'Object.defineProperty(Object.prototype, "message", { get() {}, set: never, configurable: true })',
  'Object.defineProperty(Object.prototype, "get", { get: never, configurable: true })',
  'Object.defineProperty(Object.prototype, "detail", { get: never, configurable: true })',
  'Array.prototype[Symbol.iterator] = never',
  'Array.prototype.push = never',
  'String.prototype.slice = String.prototype.indexOf = String.prototype.split = never',
  'RegExp.prototype.exec = never',
  'Reflect.apply = Reflect.defineProperty = Reflect.get = never',
  'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = never',
  'Date = never',
  'Date.now = Date.prototype.toISOString = never',
  'Map.prototype.get = WeakMap.prototype.get = never',
  'queueMicrotask = Promise.prototype.then = never',
  'EventTarget.prototype.dispatchEvent = never',
  'CustomEvent = never',
  'Error.prepareStackTrace = never',
  'Error.stackTraceLimit = 0',
  'Object.freeze(Error)',
  'Error.captureStackTrace = never',
  'Object.freeze(console)',
  'Object.freeze(Object.prototype)',
];

// By extension only: Playwright's own half of a binding runs in the page and does depend on some of these.
test('capture does not depend on what the page replaced', async ({ server, pages, extension }) => {
  const page = await extension.newPage();
  for (const [index, code] of SABOTAGE.entries()) {
    const log = `${code};\nconsole.log(${index}, [{ a: 1 }]);`;
    const never = `function never() { throw new Error('page code ran'); }`;
    await page.goto(pages.add(`/${index}`, `<script>${never}\n${log}</script>`));
  }
  await expect.poll(() => storedMessages(server)).toEqual(SABOTAGE.map((_, index) => `${index} [{"a":1}]`));
});

/** What the part of the extension that comes when the document is there meets. */
const REPLACED_BEFORE = [
  'Function.prototype.bind = never',
  'Set = Map = WeakMap = WeakSet = never',
  'Set.prototype.has = Set.prototype.add = Map.prototype.get = Map.prototype.set = never',
  'Array.from = Array.isArray = Object.keys = Object.assign = never',
];

for (const code of REPLACED_BEFORE)
  test(`what comes late hears nothing of the page and says nothing to it: ${code}`, async ({
    server,
    pages,
    extension,
  }) => {
    const page = await extension.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const never = `function never() { throw new Error('page code ran'); }`;
    await page.goto(pages.add('/', `<button>Go</button><script>${never}\n${code};</script>`));
    // Locators tell that it has come, and works.
    const hasCome = async (): Promise<boolean> => {
      await page.getByText('Go').click();
      return (await stored(server, 'enhanced_actions')).some((action) => hasLocators(action));
    };
    await expect.poll(hasCome).toBe(true);
    expect(errors).toEqual([]);
    expect(await storedMessages(server)).toEqual([]);
  });

function hasLocators({ selectors }: Entry): boolean {
  return typeof selectors === 'object' && selectors !== null && 'locators' in selectors;
}
