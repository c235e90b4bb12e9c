/** Errors of real builds of real frameworks: what an agent is told about them, as a whole, in both ways of capture. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { buildApp, withoutMap } from '../support/apps.ts';
import type { AppName, Build, Mode } from '../support/apps.ts';
import { rowsToTry } from '../support/effort.ts';
import { expectSameAnswer, expectSameContext } from '../support/error-answers.ts';
import { store } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { loginExample } from '../support/login-example.ts';
import { isEntry } from '../support/mcp.ts';
import type { Entry } from '../support/mcp.ts';
import type { Server } from '../support/server.ts';
import { storedLogs } from '../support/snapshot.ts';

/** A click on what a selector finds makes the planted bug show itself. */
interface Case extends Build {
  readonly click: string;
  /** `?unsafe` takes the error boundary away. */
  readonly query?: string;
  /** Maps are switched off in the build. */
  readonly hasNoMap?: boolean;
}

const SCRIPT = fileURLToPath(new URL('../../packages/gasoline-ci/dist/gasoline-ci.min.js', import.meta.url));

const BOTH: readonly Mode[] = ['development', 'production'];

const CURRENT: readonly AppName[] = ['react18', 'react19', 'svelte5', 'vue'];

/** A click upon which the planted bug shows itself; maps are tried with and without. */
const BUILDS: readonly Build[] = [
  ...CURRENT.flatMap((app) =>
    BOTH.flatMap((mode) => [
      { app, mode, bundler: 'esbuild' as const },
      { app, mode, bundler: 'vite' as const },
    ]),
  ),
  { app: 'react16', mode: 'production', bundler: 'esbuild' },
  { app: 'react17', mode: 'development', bundler: 'esbuild' },
  { app: 'svelte4', mode: 'development', bundler: 'esbuild' },
];

/** Errors while drawing, caught and not, and with stores. */
const FURTHER: readonly Case[] = [
  ...BOTH.flatMap((mode) => [
    { app: 'react19' as const, mode, bundler: 'esbuild' as const, click: '#details' },
    { app: 'react18' as const, mode, bundler: 'esbuild' as const, click: '#details' },
    { app: 'react-redux' as const, mode, bundler: 'esbuild' as const, click: '#wait' },
    { app: 'react-zustand' as const, mode, bundler: 'esbuild' as const, click: '#login' },
  ]),
  { app: 'react19', mode: 'production', bundler: 'esbuild', click: '#details', query: '?unsafe' },
  { app: 'react18', mode: 'production', bundler: 'esbuild', click: '#details', query: '?unsafe' },
  { app: 'react17', mode: 'development', bundler: 'esbuild', click: '#details' },
];

const CASES: readonly Case[] = [
  ...BUILDS.flatMap((build) => [
    { ...build, click: '#login' },
    { ...build, click: '#login', hasNoMap: true },
  ]),
  ...FURTHER,
];

const PAGE = '<!doctype html><title>Login</title><link rel="icon" href="data:,"><div id="app"></div>';

/** The golden file of a case. */
function nameOf({ app, mode, bundler, click, query, hasNoMap = false }: Case): string {
  const rendering = query === undefined ? '-rendering' : '-uncaught';
  const name = `${app}-${mode}-${bundler}${click === '#details' ? rendering : ''}`;
  return hasNoMap ? `without-map/${name}` : name;
}

const tried = rowsToTry(
  CASES,
  ({ app }) => app,
  ({ mode }) => mode,
  ({ bundler }) => bundler,
  ({ click, query = '' }) => click + query,
  ({ hasNoMap = false }) => String(hasNoMap),
);

// Builds take all cores, and source is waited for only two seconds: two at a time would be in each other's way.
test.describe.configure({ mode: 'default' });

for (const each of tried) {
  test(nameOf(each), async ({ browser, browsers, pages }) => {
    const script = await buildApp(each);
    const body = each.hasNoMap === true ? withoutMap(script) : script;
    pages.add('/app.js', { body, type: 'text/javascript' });
    pages.add('/api/login', { status: 401, body: '{"message":"no"}', type: 'application/json' });
    const url = pages.add('/login', `${PAGE}<script type="module" src="/app.js"></script>`);
    await expectSameAnswer({ browser, browsers }, `error-context/${nameOf(each)}`, async (page) => {
      await page.goto(`${url}${each.query ?? ''}`);
      await page.locator(each.click).click();
    });
  });
}

test('errors of pages that are not recorded have the same context', async ({ browser, pages }) => {
  const build = { app: 'react19', mode: 'development', bundler: 'esbuild' } as const;
  pages.add('/app.js', { body: await buildApp(build), type: 'text/javascript' });
  pages.add('/api/login', { status: 401, body: '{"message":"no"}', type: 'application/json' });
  const url = pages.add('/login', `${PAGE}<script type="module" src="/app.js"></script>`);
  for (const click of ['#login', '#details'])
    await expectSameContext(browser, `error-context/${nameOf({ ...build, click })}`, async (page) => {
      await page.goto(url);
      await page.locator(click).click();
    });
});

const DOCUMENTED = new URL('../golden/documented-error.json', import.meta.url);

/** The document's example, condensed for a model, as this browser and this page must give it. */
function documented(): object {
  const example = objectOf(JSON.parse(readFileSync(DOCUMENTED, 'utf8')));
  const { summary } = objectIn(example, '_aiContext');
  return {
    type: example['type'],
    message: `TypeError: ${String(example['message'])}`,
    location: 'src/components/LoginForm.tsx:42',
    stack: expect.stringContaining('handleSubmit (src/components/LoginForm.tsx:42:'),
    _aiContext: {
      // The document gives this sentence in two forms; of them, this one is true.
      summary: String(summary).replace(
        '`result.data.user` is undefined',
        '`result.data` is undefined when calling `setUser(result.data.user)`',
      ),
      sourceSnippets: [expect.stringContaining(PLANTED)],
      componentAncestry: {
        framework: 'react',
        components:
          'App(theme) > AuthProvider > LoginPage(onSuccess) > LoginForm(initialEmail; state: email, password, loading, error)',
      },
      stateSnapshot: { source: 'redux', keys: 'auth(user, token, loading, error), cart(items, total)' },
    },
    _actions: expect.arrayContaining([
      "TIME before: click button#submit 'Login'",
      "TIME before: input input#password '[redacted]'",
    ]),
  };
}

const PLANTED = [
  ' 37 const handleSubmit = async (e) => {',
  ' 38   e.preventDefault()',
  ' 39   setLoading(true)',
  ' 40   try {',
  ' 41     const result = await loginApi(credentials)',
  '>42     setUser(result.data.user)',
  ' 43   } catch (err) {',
  ' 44     setError(err)',
].join('\n');

test('the document’s full example', async ({ browser, browsers, pages }) => {
  pages.add('/static/js/main.abc123.js', { body: await loginExample(), type: 'text/javascript' });
  pages.add('/api/login', { status: 401, body: '{"message":"no"}', type: 'application/json' });
  const url = pages.add('/login', `${PAGE}<script type="module" src="/static/js/main.abc123.js"></script>`);
  const answer = await expectSameAnswer({ browser, browsers }, 'error-context/documented', async (page) => {
    await page.goto(url);
    await page.locator('#password').fill('secret');
    await page.locator('#submit').click();
  });
  expect(answer).toMatchObject({ errors: [documented()] });
});

const PLAIN = `${PAGE}<button onclick="throw new TypeError('no user')">Save</button>`;

/** The stored exceptions, apart from what differs from run to run. */
async function exceptions(server: Server): Promise<readonly Entry[]> {
  const errors = (await storedLogs(server)).filter((entry) => entry['type'] === 'exception');
  return errors.map(({ message, enrichment, _aiContext }) => ({ message, enrichment, _aiContext }));
}

const NO_COMPONENT = 'the element belongs to no component of React, Vue or Svelte';

test('a script with nobody outside says that there is no source', async ({ context, server, pages }) => {
  await context.addInitScript(`globalThis.__GASOLINE_PORT = ${server.port};`);
  await context.addInitScript({ content: readFileSync(SCRIPT, 'utf8') });
  const page = await context.newPage();
  await page.goto(pages.add('/plain', PLAIN));
  await page.getByRole('button').click();
  await expect
    .poll(() => exceptions(server))
    .toEqual([
      {
        message: 'TypeError: no user',
        enrichment: 'done',
        _aiContext: {
          missing: {
            componentAncestry: NO_COMPONENT,
            sourceSnippets:
              'nobody outside of the page to fetch source maps: use the extension or the Playwright fixture',
          },
          summary: "TypeError in plain:1 — 'no user'.",
        },
      },
    ]);
});

test('errors stay as they are where nobody wants them explained', async ({ extension, server, pages }) => {
  await store(extension, { aiContextEnabled: false });
  const page = await extension.newPage();
  await page.goto(pages.add('/plain', `${PLAIN}<script>throw new Error('early')</script>`));
  await page.getByRole('button').click();
  await page.goto(pages.add('/next', '<script>console.error("last")</script>'));
  await expect.poll(async () => (await storedLogs(server)).map(({ message }) => message)).toContain('last');
  expect(await exceptions(server)).toEqual([
    { message: 'Error: early', enrichment: undefined, _aiContext: undefined },
    { message: 'TypeError: no user', enrichment: undefined, _aiContext: undefined },
  ]);
});

test('a page that is left in the same moment still tells what it knows', async ({
  extension,
  server,
  pages,
}) => {
  const next = pages.add('/next', 'next');
  const leave = `location.href = '${next}'; dispatchEvent(new ErrorEvent('error', { message: 'bye' }))`;
  const page = await extension.newPage();
  await page.goto(pages.add('/plain', `${PAGE}<button onclick="${leave}">Leave</button>`));
  await page.getByRole('button').click();
  await page.waitForURL(next);
  await expect.poll(() => reasonsOf(server)).toEqual([['bye', NO_COMPONENT]]);
});

/** Why the stored errors have no components. */
async function reasonsOf(server: Server): Promise<readonly unknown[]> {
  const logs = await storedLogs(server);
  return logs.map((entry) => [
    entry['message'],
    objectIn(objectIn(entry, '_aiContext'), 'missing')['componentAncestry'],
  ]);
}

function objectIn(entry: Entry, name: string): Entry {
  return objectOf(entry[name]);
}

function objectOf(value: unknown): Entry {
  return isEntry(value) ? value : {};
}
