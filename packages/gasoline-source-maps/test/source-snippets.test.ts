import { setImmediate } from 'node:timers/promises';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { SourceSnippets } from '../src/index.ts';
import { APP, builtApp, ORIGIN, PAGE, snippetsOf, stackOf, web } from './web.ts';

const URL = `${ORIGIN}/dist/app.js`;
const MAP = `${URL}.map`;

/** What is shown of the app's failure, whichever way it was built. */
const SHOWN = [
  {
    file: 'src/api/user.ts',
    line: 5,
    column: expect.any(Number),
    function: 'readUser',
    snippet: [
      { line: 1, text: '/** Reads the user of an answer. */' },
      { line: 2, text: 'export function readUser(answer: { data?: { user: string } }): string {' },
      { line: 3, text: '  const { data } = answer;' },
      { line: 4, text: '  // There is none after a refusal.' },
      { line: 5, text: '  return (data as { user: string }).user.toUpperCase();', isError: true },
      { line: 6, text: '}' },
    ],
  },
  {
    file: 'src/components/LoginForm.tsx',
    line: 9,
    column: 10,
    function: 'submitLogin',
    snippet: [
      { line: 4, text: '  readonly name: string;' },
      { line: 5, text: '}' },
      { line: 6, text: '' },
      { line: 7, text: 'export function submitLogin(props: Props): string {' },
      { line: 8, text: '  const answer: { data?: { user: string } } = {};' },
      { line: 9, text: '  return readUser(answer) + props.name;', isError: true },
      { line: 10, text: '}' },
    ],
  },
  {
    file: 'src/main.ts',
    line: 3,
    column: 26,
    function: 'login',
    snippet: [
      { line: 1, text: "import { submitLogin } from './components/LoginForm.tsx';" },
      { line: 2, text: '' },
      { line: 3, text: "globalThis.login = () => submitLogin({ name: 'x' });", isError: true },
    ],
  },
];

const HAND_MADE = {
  version: 3,
  sources: ['x.ts'],
  sourcesContent: ['boom();\n'],
  names: [],
  mappings: 'AAAA',
};

/** A map by hand: line 1 of the script comes from line 1 of `sources[0]`. */
function handMade(members: object = {}): string {
  return JSON.stringify({ ...HAND_MADE, ...members });
}

const SCRIPT = `boom();\n//# sourceMappingURL=app.js.map`;
const STACK = `Error: x\n    at ${URL}:1:1`;
const X = { file: 'dist/x.ts', line: 1, column: 1, snippet: [{ line: 1, text: 'boom();', isError: true }] };

/** Why nothing is shown, given what the map's address answers. */
async function reasonFor(answer: string | (() => Response | Promise<Response>)): Promise<string | undefined> {
  // Longer than anybody writes, so that the script itself is not worth showing.
  const script = `${' '.repeat(600)}\n${SCRIPT}`.replace('\n', '');
  const { snippets, missing } = await snippetsOf(web({ [URL]: script, [MAP]: answer }), STACK);
  expect(snippets).toEqual([]);
  return missing;
}

describe('a real build', () => {
  it('with an external map', async () => {
    const { script, map } = await builtApp();
    const found = await snippetsOf(web({ [URL]: script, [MAP]: map }), stackOf(script, URL));
    expect(found).toEqual({ snippets: SHOWN, missing: undefined });
  });

  it('with an inline map', async () => {
    const { script } = await builtApp({ sourcemap: 'inline' });
    const found = await snippetsOf(web({ [URL]: script }), stackOf(script, URL));
    expect(found).toEqual({ snippets: SHOWN, missing: undefined });
  });

  it('minified into one line, functions by their original names', async () => {
    const { script, map } = await builtApp({ minifyWhitespace: true, minifyIdentifiers: true });
    const stack = stackOf(script, URL);
    expect(stack).not.toContain('readUser');
    const found = await snippetsOf(web({ [URL]: script, [MAP]: map }), stack);
    expect(found).toEqual({ snippets: SHOWN, missing: undefined });
  });

  it('whose map comes by header', async () => {
    const { script, map } = await builtApp({ sourcemap: 'external' });
    const network = web({
      [URL]: () => new Response(script, { headers: { SourceMap: '/maps/1.map' } }),
      [`${ORIGIN}/maps/1.map`]: map,
    });
    expect((await snippetsOf(network, stackOf(script, URL))).snippets).toEqual(SHOWN);
  });

  it('whose sources are not in the map, but on the server', async () => {
    const { script, map } = await builtApp({ sourcesContent: false });
    const sources = Object.entries(APP).map(([file, text]) => [`${ORIGIN}/${file}`, text] as const);
    const network = web({ [URL]: script, [MAP]: map, ...Object.fromEntries(sources) });
    expect(await snippetsOf(network, stackOf(script, URL))).toEqual({ snippets: SHOWN, missing: undefined });
    expect(new Set(network.asked.map(([, credentials]) => credentials))).toEqual(new Set(['include']));
  });

  it('without a map shows the script as it was served', async () => {
    const { script } = await builtApp({ sourcemap: false });
    const { snippets, missing } = await snippetsOf(web({ [URL]: script }), stackOf(script, URL));
    expect(missing).toBeUndefined();
    expect(snippets[0]).toEqual({
      file: 'dist/app.js',
      line: 5,
      column: 17,
      function: 'readUser',
      snippet: [
        { line: 1, text: '(() => {' },
        { line: 2, text: '  // src/api/user.ts' },
        { line: 3, text: '  function readUser(answer) {' },
        { line: 4, text: '    const { data } = answer;' },
        { line: 5, text: '    return data.user.toUpperCase();', isError: true },
        { line: 6, text: '  }' },
        { line: 7, text: '' },
        { line: 8, text: '  // src/components/LoginForm.tsx' },
        { line: 9, text: '  function submitLogin(props) {' },
        { line: 10, text: '    const answer = {};' },
      ],
      note: `shown as it was served, not as it was written: ${URL} names no source map: turn them on in the build`,
    });
  });
});

describe('index maps', () => {
  const section = (map: object | { url: string }, line = 0): object => ({
    offset: { line, column: 0 },
    ...map,
  });
  const index = (...sections: object[]): string => JSON.stringify({ version: 3, sections });

  it('are read, sections in files of their own too', async () => {
    const map = index(section({ map: HAND_MADE }), section({ url: 'second.map' }, 1));
    const network = web({
      [URL]: `first();\nboom();\n//# sourceMappingURL=app.js.map`,
      [MAP]: map,
      [`${ORIGIN}/dist/second.map`]: handMade({ sources: ['y.ts'] }),
    });
    const found = await snippetsOf(network, `Error\n    at ${URL}:2:1\n    at ${URL}:1:1`);
    expect(found).toEqual({ snippets: [{ ...X, file: 'dist/y.ts' }, X], missing: undefined });
  });

  it('that contain themselves are refused', async () => {
    expect(await reasonFor(index(section({ url: 'app.js.map' })))).toBe(
      `${MAP} is an index map that contains itself`,
    );
  });

  it('that never end are refused', async () => {
    let nested: object = HAND_MADE;
    for (let depth = 0; depth < 1000; depth += 1)
      nested = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: nested }] };
    expect(await reasonFor(JSON.stringify(nested))).toContain('nests its sections too deeply');
    const many = Array.from({ length: 2001 }, () => section({ map: HAND_MADE }));
    expect(await reasonFor(index(...many))).toContain('has more than 2000 sections');
  });
});

describe('why there is no source', () => {
  it.each([
    ['a missing map', () => new Response('', { status: 404 }), 'answered 404'],
    ['a page', '<!doctype html><title>Shop</title>', 'answered with a page instead of a map'],
    [
      'a page by type',
      () => new Response('{}', { headers: { 'content-type': 'text/html' } }),
      'answered with a page instead of a map',
    ],
    ['a cut map', handMade().slice(0, -9), 'is no JSON: cut off, or not a source map'],
    ['another version', handMade({ version: 4 }), 'has version 4, only 3 is read'],
    ['no version', '{}', 'has version none, only 3 is read'],
    ['an array', '[]', 'has version none, only 3 is read'],
    ['null', 'null', 'is not a source map'],
    ['no mappings', handMade({ mappings: 7 }), 'has no mappings or no sources'],
    [
      'another script’s map',
      handMade({ mappings: ';'.repeat(5000) }),
      'is not the map of this script: it tells of more lines than there are',
    ],
  ])('%s', async (_name, answer, expected) => {
    expect(await reasonFor(answer)).toBe(`${MAP} ${expected}`);
  });

  it('a map that is too large, announced or not', async () => {
    const announced = { headers: { 'content-length': String(50 * 1024 * 1024) } };
    expect(await reasonFor(() => new Response('{}', announced))).toBe(
      `${MAP} is too large: 50 MB or more, at most 32 MB are read`,
    );
    const megabyte = new Uint8Array(1024 * 1024).fill(32);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(megabyte);
      },
    });
    expect(await reasonFor(() => new Response(endless))).toContain('is too large: 33 MB or more');
    expect(sent).toBeLessThan(40);
  });

  it('a connection that is refused', async () => {
    const refuse = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    expect(await reasonFor(refuse)).toContain(
      'could not be fetched (Failed to fetch): refused, blocked or away',
    );
  });

  it.each([
    [
      'a position outside the map',
      handMade({ mappings: '' }),
      STACK,
      `the map of ${URL} does not cover line 1, column 1`,
    ],
    [
      'a source that is shorter',
      handMade({ mappings: 'AA0BA' }),
      STACK,
      'dist/x.ts has no line 27: the map is not of this source',
    ],
    [
      'an edited script',
      handMade(),
      `Error\n    at ${URL}:40:1`,
      `${URL} has no line 40, column 1: it changed since the page loaded it, reload the page`,
    ],
    [
      'a script that is gone',
      handMade(),
      `Error\n    at ${ORIGIN}/gone.js:1:1`,
      `${ORIGIN}/gone.js answered 404`,
    ],
    [
      'an inline script',
      handMade(),
      `Error\n    at ${ORIGIN}/:1:1`,
      'the error is in an inline script, and documents are not fetched again',
    ],
    [
      'a blob',
      handMade(),
      `Error\n    at blob:${ORIGIN}/1-2-3:1:1`,
      `blob:${ORIGIN}/1-2-3 cannot be fetched from outside the page`,
    ],
    [
      'an evaluated module',
      handMade(),
      `Error\n    at webpack-internal:///./src/x.js:1:1`,
      'webpack-internal:///./src/x.js is evaluated from a string, and no script of the page holds a map of it: set devtool to "source-map" or "eval-source-map"',
    ],
    ['no frames', handMade(), 'Error: x', 'the stack names no script of the page'],
  ])('%s', async (_name, map, stack, expected) => {
    expect(await snippetsOf(web({ [URL]: SCRIPT, [MAP]: map }), stack)).toEqual({
      snippets: [],
      missing: expected,
    });
  });

  it.each([
    ['nowhere', {}, 'dist/x.ts', `${ORIGIN}/dist/x.ts answered 404`],
    [
      'of another origin',
      { sources: ['http://other/x.ts'] },
      'x.ts',
      "http://other/x.ts is not in its map, and not of the page's origin: build with sourcesContent",
    ],
  ])('a source %s: its place stays', async (_where, members, file, missing) => {
    // source-02
    const map = handMade({ sourcesContent: undefined, ...members });
    expect(await snippetsOf(web({ [URL]: SCRIPT, [MAP]: map }), STACK)).toEqual({
      snippets: [{ file, line: 1, column: 1, snippet: [], missing }],
      missing: undefined,
    });
  });

  it('a map that does not arrive', async () => {
    vi.useFakeTimers();
    const network = web({ [URL]: SCRIPT, [MAP]: () => new Promise<Response>(() => undefined) });
    const found = snippetsOf(network, STACK);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await found).toEqual({ snippets: [], missing: `${URL} and its map did not arrive within 2 s` });
    vi.useRealTimers();
  });

  it('too many late files: after three seconds all is told that is there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = (answer: string) => (): Promise<Response> =>
      new Promise((resolve) => {
        setTimeout(() => {
          resolve(new Response(answer));
        }, 1900);
      });
    const network = web({
      [URL]: 'a();\nb();\n//# sourceMappingURL=app.js.map',
      [MAP]: late(
        handMade({ sources: ['x.ts', 'y.ts'], sourcesContent: ['boom();'], mappings: 'AAAA;ACAA' }),
      ),
      [`${ORIGIN}/dist/y.ts`]: late('late();'),
    });
    const found = snippetsOf(network, `Error\n    at ${URL}:1:1\n    at ${URL}:2:1`);
    await vi.advanceTimersByTimeAsync(1900);
    // The digest of a text is made on another thread.
    while (network.requests.length < 3) await setImmediate();
    await vi.advanceTimersByTimeAsync(1100);
    expect(await found).toEqual({ snippets: [X], missing: 'reading the source maps took too long' });
    vi.useRealTimers();
  });
});

describe('what a page may make us fetch', () => {
  it('goes without cookies to other origins', async () => {
    const cdn = 'https://cdn.example/app.js';
    const network = web({ [cdn]: SCRIPT, [`${cdn}.map`]: handMade() });
    await snippetsOf(network, `Error\n    at ${cdn}:1:1`);
    expect(network.asked).toEqual([
      [cdn, 'omit', 'follow'],
      [`${cdn}.map`, 'omit', 'follow'],
    ]);
  });

  it.each([
    'http://192.168.1.1',
    'http://localhost:8080',
    'http://router',
    'http://[::1]',
    'http://2130706433',
  ])('is nothing of this machine for a page from elsewhere: %s', async (host) => {
    const network = web({});
    const stranger = { page: 'p', documents: ['https://shop.example/'] };
    expect(await snippetsOf(network, `Error\n    at ${host}/reboot:1:1`, stranger)).toEqual({
      snippets: [],
      missing: `${host}/reboot is on this machine or its network, but the page is not`,
    });
    expect(network.requests).toEqual([]);
  });

  it('does not go on to where a stranger’s server sends it', async () => {
    const url = 'https://shop.example/app.js';
    const network = web({ [url]: 'boom();' });
    await snippetsOf(network, `Error\n    at ${url}:1:1`, {
      page: 'p',
      documents: ['https://shop.example/'],
    });
    expect(network.asked).toEqual([[url, 'include', 'error']]);
  });
});

describe('what is shown', () => {
  it('puts libraries after the app', async () => {
    const map = handMade({
      sources: ['../node_modules/lib/index.js', '../src/app.ts'],
      sourcesContent: ['lib();', 'app();'],
      mappings: 'AAAA;ACAA',
    });
    const network = web({ [URL]: `lib();\napp();\n//# sourceMappingURL=app.js.map`, [MAP]: map });
    const { snippets } = await snippetsOf(network, `Error\n    at ${URL}:1:1\n    at ${URL}:2:1`);
    expect(snippets.map(({ file }) => file)).toEqual(['src/app.ts', 'node_modules/lib/index.js']);
  });

  it('puts what the map says to ignore last as well', async () => {
    const map = handMade({
      sources: ['a.js', 'b.js'],
      sourcesContent: ['a', 'b'],
      mappings: 'AAAA;ACAA',
      ignoreList: [0],
    });
    const network = web({ [URL]: `a();\nb();\n//# sourceMappingURL=app.js.map`, [MAP]: map });
    const { snippets } = await snippetsOf(network, `Error\n    at ${URL}:1:1\n    at ${URL}:2:1`);
    expect(snippets.map(({ file }) => file)).toEqual(['dist/b.js', 'dist/a.js']);
  });

  it('is cut around the column', async () => {
    const line = `${'a'.repeat(300)}${'b'.repeat(300)}\u0007\u202E`;
    const network = web({ [URL]: SCRIPT, [MAP]: handMade({ sourcesContent: [line], mappings: 'AAA4S' }) });
    const { snippets } = await snippetsOf(network, STACK);
    expect(snippets[0]).toEqual({
      ...X,
      column: 301,
      snippet: [{ line: 1, text: `…${'a'.repeat(99)}${'b'.repeat(99)}…`, isError: true }],
    });
  });

  it('stays within 10 KB, the lines nearest to the error kept', async () => {
    const content = `${'€'.repeat(200)}\n`.repeat(40);
    const map = handMade({
      sources: ['a.ts', 'b.ts'],
      sourcesContent: [content, content],
      mappings: 'AAoBA;ACAA',
    });
    const network = web({ [URL]: `a();\nb();\n//# sourceMappingURL=app.js.map`, [MAP]: map });
    const { snippets } = await snippetsOf(network, `Error\n    at ${URL}:1:1\n    at ${URL}:2:1`);
    expect(new TextEncoder().encode(JSON.stringify(snippets)).byteLength).toBeLessThanOrEqual(10 * 1024);
    expect(snippets.map(({ snippet }) => snippet.map(({ line }) => line))).toEqual([
      [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
      [19, 20, 21, 22, 23],
    ]);
  });

  it('ends with the time for it', async () => {
    let clock = 0;
    const { script, map } = await builtApp();
    const network = web({ [URL]: script, [MAP]: map });
    // The first look sets the end of the time, and each frame but the first takes another.
    const hurried = new SourceSnippets({ fetch: network.fetch, now: () => (clock += 30) });
    const found = await snippetsOf(network, stackOf(script, URL), PAGE, hurried);
    expect(found).toEqual({ snippets: SHOWN.slice(0, 2), missing: undefined });
  });

  it('of a module that webpack evaluates', async () => {
    const inline = `data:application/json;charset=utf-8;base64,${btoa(handMade({ sources: ['webpack://shop/./src/x.ts?1a'] }))}`;
    const bundle = `eval("boom();\\n//# sourceMappingURL=${inline}\\n//# sourceURL=webpack-internal:///./src/x.ts\\n");`;
    const stack = `Error\n    at eval (webpack-internal:///./src/x.ts:1:1)\n    at ./src/x.ts (${URL}:1:1)`;
    const { snippets } = await snippetsOf(web({ [URL]: bundle }), stack);
    expect(snippets[0]).toEqual({ ...X, file: 'src/x.ts' });

    // In a handler of an event no frame names the bundle; the document does.
    const handler = `Error\n    at eval (webpack-internal:///./src/x.ts:1:1)`;
    const scripts = (): Promise<string[]> => Promise.resolve([`${ORIGIN}/other.js`, URL]);
    expect(await snippetsOf(web({ [URL]: bundle }), handler, { ...PAGE, scripts })).toEqual({
      snippets: [{ ...X, file: 'src/x.ts' }],
      missing: undefined,
    });
  });
});

describe('a script that was built anew since the page loaded it', () => {
  const LOADED = { etag: '"1"', lastModified: undefined, length: undefined };
  const CHANGED = `${URL} changed since the page loaded it: reload the page for lines`;

  /** Whether the place is told, given what was seen at load and what is answered now. */
  async function found(
    seen: Partial<typeof LOADED> | Readonly<Record<string, string>>,
    headers: Record<string, string>,
  ): Promise<string> {
    const network = web({ [URL]: () => new Response(SCRIPT, { headers }), [MAP]: handMade() });
    const origin = { ...PAGE, seen: () => ({ ...LOADED, etag: undefined, ...seen }) };
    const { snippets, missing } = await snippetsOf(network, STACK, origin);
    return missing ?? `${snippets.length}`;
  }

  it('has no line, and the reason', async () => {
    // source-01
    expect(await found({ etag: '"1"' }, { etag: '"2"' })).toBe(CHANGED);
    expect(await found({ lastModified: 'Mon' }, { 'last-modified': 'Tue' })).toBe(CHANGED);
    expect(await found({ length: '9 ' }, { 'content-length': '41' })).toBe(CHANGED);
  });

  it('is told where nothing speaks against it', async () => {
    expect(await found({ etag: '"1"' }, { etag: 'W/"1"' })).toBe('1');
    expect(await found({ etag: '"1"' }, {})).toBe('1');
    expect(await found({ length: '9 gzip' }, { 'content-length': '41' })).toBe('1');
  });

  it.each([
    ["TypeError: Cannot read properties of undefined (reading 'user')", 'a.user', 'a.cart'],
    ['TypeError: a.user is not a function', 'a.user', 'a.cart'],
    ['ReferenceError: user is not defined', '1+user', '1+cart'],
  ])('does not have what the message names: %s', async (message, before, after) => {
    const found = async (script: string): Promise<string | undefined> => {
      const network = web({ [URL]: `${script}\n//# sourceMappingURL=app.js.map`, [MAP]: handMade() });
      const stack = `${message}\n    at ${URL}:1:3`;
      return (await snippetsOf(network, stack, { ...PAGE, message })).missing;
    };
    expect(await found(before)).toBe(undefined);
    expect(await found('a[key]'.padStart(7))).toBe(undefined);
    expect(await found(after)).toContain('does not have what the message names');
  });

  it('is not taken for changed where an app wrote the message', async () => {
    const network = web({ [URL]: SCRIPT, [MAP]: handMade() });
    const message = 'Error: token is null or expired';
    expect((await snippetsOf(network, STACK, { ...PAGE, message })).missing).toBe(undefined);
  });
});

describe('a frame that threw and has no source', () => {
  it('lets nobody take its caller for the place', async () => {
    // source-04
    const stack = `Error: x\n    at ${ORIGIN}/gone.js:1:1\n    at ${URL}:1:1`;
    const { snippets } = await snippetsOf(web({ [URL]: SCRIPT, [MAP]: handMade() }), stack);
    expect(snippets).toEqual([{ ...X, callerBecause: `${ORIGIN}/gone.js answered 404` }]);
  });

  it('of a library is passed over', async () => {
    const stack = `Error: x\n    at ${ORIGIN}/node_modules/gone.js:1:1\n    at ${URL}:1:1`;
    const { snippets } = await snippetsOf(web({ [URL]: SCRIPT, [MAP]: handMade() }), stack);
    expect(snippets).toEqual([X]);
  });

  it('was made by eval: the line of the call is not its own', async () => {
    // source-03
    const stack = `Error: x\n    at run (eval at load (${URL}:1:1), <anonymous>:3:9)`;
    expect(await snippetsOf(web({ [URL]: SCRIPT, [MAP]: handMade() }), stack)).toEqual({
      snippets: [],
      missing: `the code was made from a text by eval, at line 1 of ${URL}: it has no source of its own`,
    });
  });

  it('is of a module that was evaluated anew', async () => {
    const inline = `data:application/json;charset=utf-8;base64,${btoa(handMade())}`;
    const bundle = `eval("old();\\n//# sourceMappingURL=${inline}\\n//# sourceURL=webpack-internal:///./src/x.ts\\n");`;
    const message = 'ReferenceError: boom is not defined';
    const stack = `${message}\n    at eval (webpack-internal:///./src/x.ts:1:1)\n    at ./src/x.ts (${URL}:1:1)`;
    const { missing } = await snippetsOf(web({ [URL]: bundle }), stack, { ...PAGE, message });
    expect(missing).toContain('does not have what the message names');
  });
});

describe('files that were read', () => {
  it('are read once for errors at the same time, and not again for the same document', async () => {
    const network = web({ [URL]: SCRIPT, [MAP]: handMade() });
    const snippets = new SourceSnippets({ fetch: network.fetch, now: () => 0 });
    const all = Array.from({ length: 50 }, () => snippetsOf(network, STACK, PAGE, snippets));
    expect(await Promise.all(all)).toEqual(all.map(() => ({ snippets: [X], missing: undefined })));
    await snippetsOf(network, STACK, PAGE, snippets);
    expect(network.requests).toEqual([URL, MAP]);
  });

  it('are asked for again by a document that was loaded after an edit', async () => {
    const network = web({ [URL]: SCRIPT, [MAP]: handMade() });
    const snippets = new SourceSnippets({ fetch: network.fetch, now: () => 0 });
    await snippetsOf(network, STACK, PAGE, snippets);
    // A comment was put in front: the script is the same, its map is not.
    network.files.set(MAP, handMade({ sourcesContent: ['// new\nboom();\n'], mappings: 'AACA' }));
    expect(await snippetsOf(network, STACK, { ...PAGE, page: 'p2' }, snippets)).toEqual({
      snippets: [
        {
          ...X,
          line: 2,
          snippet: [
            { line: 1, text: '// new' },
            { line: 2, text: 'boom();', isError: true },
          ],
        },
      ],
      missing: undefined,
    });
    expect(await snippetsOf(network, STACK, PAGE, snippets)).toEqual({ snippets: [X], missing: undefined });
  });

  it('and failed are asked for again only after a while', async () => {
    let now = 0;
    const network = web({ [URL]: SCRIPT });
    const snippets = new SourceSnippets({ fetch: network.fetch, now: () => now });
    await snippetsOf(network, STACK, PAGE, snippets);
    network.files.set(MAP, handMade());
    now = 9_999;
    expect((await snippetsOf(network, STACK, PAGE, snippets)).snippets[0]?.note).toContain(
      `${MAP} answered 404`,
    );
    now = 10_000;
    expect(await snippetsOf(network, STACK, PAGE, snippets)).toEqual({ snippets: [X], missing: undefined });
  });

  it('take no more memory than they may', async () => {
    // A million segments, about 70 MB once decoded.
    const heavy = handMade({ mappings: `AAAA${',CAAC'.repeat(1_000_000)}` });
    const urls = [`${ORIGIN}/a.js`, `${ORIGIN}/b.js`];
    const script = 'boom();\n//# sourceMappingURL=heavy.map';
    const network = web({
      [`${ORIGIN}/a.js`]: script,
      [`${ORIGIN}/b.js`]: script,
      [`${ORIGIN}/heavy.map`]: heavy,
    });
    const snippets = new SourceSnippets({ fetch: network.fetch, now: () => 0 });
    for (const url of [...urls, ...urls.toReversed()])
      await snippetsOf(network, `Error\n    at ${url}:1:1`, PAGE, snippets);
    const scripts = network.requests.filter((url) => url.endsWith('.js'));
    expect(scripts).toEqual([`${ORIGIN}/a.js`, `${ORIGIN}/b.js`, `${ORIGIN}/a.js`]);
  });

  it('are mostly given up when no error has come for a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    // A few bytes, and about 14 MB once decoded.
    const maps = { light: handMade(), heavy: handMade({ mappings: `AAAA${',CAAC'.repeat(200_000)}` }) };
    const network = web({});
    for (const [name, map] of Object.entries(maps)) {
      network.files.set(`${ORIGIN}/${name}.js`, `boom();\n//# sourceMappingURL=${name}.map`);
      network.files.set(`${ORIGIN}/${name}.map`, map);
    }
    const snippets = new SourceSnippets({ fetch: network.fetch, now: () => 0 });
    const failIn = (name: string): Promise<unknown> =>
      snippetsOf(network, `Error\n    at ${ORIGIN}/${name}.js:1:1`, PAGE, snippets);
    const scripts = (): string[] => network.requests.filter((url) => url.endsWith('.js'));
    const [heavy, light] = [`${ORIGIN}/heavy.js`, `${ORIGIN}/light.js`];

    for (const name of ['heavy', 'light']) await failIn(name);
    vi.advanceTimersByTime(19_999);
    for (const name of ['heavy', 'light']) await failIn(name);
    vi.advanceTimersByTime(19_999);
    for (const name of ['heavy', 'light']) await failIn(name);
    expect(scripts()).toEqual([heavy, light]);
    vi.advanceTimersByTime(20_000);
    for (const name of ['light', 'heavy']) await failIn(name);
    expect(scripts()).toEqual([heavy, light, heavy]);
  });

  it('are no more than twenty', async () => {
    const network = web({});
    const snippets = new SourceSnippets({ fetch: network.fetch, now: () => 0 });
    for (let number = 0; number < 21; number += 1) {
      const url = `${ORIGIN}/${number}.js`;
      network.files.set(
        url,
        `boom();\n//# sourceMappingURL=data:application/json,${encodeURIComponent(handMade())}`,
      );
      await snippetsOf(network, `Error\n    at ${url}:1:1`, PAGE, snippets);
    }
    await snippetsOf(network, `Error\n    at ${ORIGIN}/20.js:1:1`, PAGE, snippets);
    expect(network.requests).toHaveLength(21);
    await snippetsOf(network, `Error\n    at ${ORIGIN}/0.js:1:1`, PAGE, snippets);
    expect(network.requests).toHaveLength(22);
  });
});

describe('a map that is not served', () => {
  const found = { name: 'dist/app.js.map', text: handMade() };
  const shown = async (
    script: string,
    findMap: () => Promise<typeof found | undefined>,
  ): Promise<unknown> => {
    const { fetch } = web({ [URL]: script });
    const snippets = new SourceSnippets({ fetch, findMap, now: () => 0 });
    return (await snippetsOf(web({}), STACK, PAGE, snippets)).snippets;
  };

  it('is looked for where the script names one that is not there, and where it names none', async () => {
    expect(await shown(SCRIPT, () => Promise.resolve(found))).toEqual([X]);
    expect(await shown('boom();\n', () => Promise.resolve(found))).toEqual([X]);
  });

  it('leaves everything as it is where it is not found either', async () => {
    const [snippet] = (await snippetsOf(web({ [URL]: 'boom();\n' }), STACK)).snippets;
    expect(await shown('boom();\n', () => Promise.resolve(undefined))).toEqual([snippet]);
  });
});
