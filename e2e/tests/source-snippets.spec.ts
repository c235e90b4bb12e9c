/** Errors with the source around them: real builds, thrown in real pages, read outside of them. */

import type { BrowserContext, Page } from '@playwright/test';

import { startBareChromium, WORKER } from '../support/bare-chromium.ts';
import { store } from '../support/extension.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { connectAgent, isEntry } from '../support/mcp.ts';
import type { Entry } from '../support/mcp.ts';
import type { Pages } from '../support/pages.ts';
import {
  builtByEsbuild,
  builtByVite,
  createProject,
  evaluatedLikeWebpack,
  LOGIN_APP,
  LOGIN_AS_SERVED,
  LOGIN_SNIPPETS,
  servedByVite,
} from '../support/project.ts';
import type { Built, Project } from '../support/project.ts';
import type { Server } from '../support/server.ts';
import { storedLogs } from '../support/snapshot.ts';

interface Fixtures {
  project: Project;
}

const test = base.extend<Fixtures>({
  project: async ({}, use) => {
    const project = await createProject(LOGIN_APP);
    await use(project);
    await project.remove();
  },
});

const DOCUMENT = '<!doctype html><title>Login</title><body></body><script src="/dist/app.js"></script>';
const SCRIPT = { type: 'text/javascript' };

/** Serves a build as a server does that knows nothing of how it was made. */
function serve(pages: Pages, { script, map }: Built): string {
  pages.add('/dist/app.js', { ...SCRIPT, body: script });
  pages.add('/dist/app.js.map', { body: map, type: 'application/json' });
  return pages.add('/', DOCUMENT);
}

async function logIn(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button').click();
  return page;
}

/** What was told about the errors, once that is all; without columns, which differ from tool to tool. */
async function toldAbout(server: Server, errors = 1): Promise<readonly unknown[]> {
  await expect.poll(() => ended(server)).toHaveLength(errors);
  return (await ended(server)).map(({ _aiContext: told }) => withoutColumns(sourceIn(told)));
}

/** What concerns the source: the page tells of components itself, and the server sums it all up. */
function sourceIn(told: unknown): unknown {
  if (!isEntry(told)) return null;
  const { sourceSnippets, missing } = told;
  const reason = isEntry(missing) ? missing['sourceSnippets'] : undefined;
  return { sourceSnippets, missing: reason === undefined ? undefined : { sourceSnippets: reason } };
}

function withoutColumns(told: unknown): unknown {
  const text = JSON.stringify(told, (name, value: unknown) => (name === 'column' ? undefined : value));
  return JSON.parse(text);
}

async function ended(server: Server): Promise<readonly Entry[]> {
  return (await storedLogs(server)).filter(({ enrichment }) => enrichment === 'done');
}

/** `file:line` of the first snippet. */
function firstPlace(told: unknown): string | undefined {
  return /"file":"([^"]+)","line":(\d+)/.exec(JSON.stringify(told))?.slice(1).join(':');
}

const TOLD = { sourceSnippets: LOGIN_SNIPPETS };

const BUILDS: Readonly<Record<string, (project: Project) => Promise<Built>>> = {
  'esbuild, for development': (project) => builtByEsbuild(project),
  'esbuild, minified': (project) => builtByEsbuild(project, { minify: true, keepNames: false }),
  'esbuild, map inline': (project) => builtByEsbuild(project, { sourcemap: 'inline' }),
  'Vite, for production': (project) => builtByVite(project),
};

for (const [name, built] of Object.entries(BUILDS)) {
  test(`${name}: shown through the extension`, async ({ server, pages, project, extension }) => {
    await logIn(extension, serve(pages, await built(project)));
    expect(await toldAbout(server)).toEqual([TOLD]);
  });

  test(`${name}: shown through the binding`, async ({ server, pages, project, bound }) => {
    await logIn(bound.context, serve(pages, await built(project)));
    expect(await toldAbout(server)).toEqual([TOLD]);
  });
}

test('Vite’s development server, before and after an edit', async ({ server, project, extension, bound }) => {
  const { url, refresh, stop } = await servedByVite(project);
  const page = await logIn(extension, url);
  expect(await toldAbout(server)).toEqual([TOLD]);

  const file = 'src/api/user.ts';
  await project.write(file, `// edited\n${LOGIN_APP[file] ?? ''}`);
  refresh();
  await page.reload();
  await page.getByRole('button').click();
  await logIn(bound.context, url);
  const told = await toldAbout(server, 3);
  expect(told.map(firstPlace)).toEqual([`${file}:9`, `${file}:10`, `${file}:10`]);
  await stop();
});

for (const way of ['extension', 'binding']) {
  test(`a module that is evaluated from a string is found in its bundle, through the ${way}`, async ({
    server,
    pages,
    extension,
    bound,
  }) => {
    const source = `interface Cart {}
const button = document.createElement('button');
button.textContent = 'Pay';
document.body.append(button);
button.onclick = function pay(): Cart {
  throw new Error('no cart');
};`;
    const script = await evaluatedLikeWebpack(source, 'src/pay.ts');
    await logIn(way === 'extension' ? extension : bound.context, serve(pages, { script, map: '' }));
    const lines = source.split('\n').map((text, index) => ({ line: index + 1, text }));
    const snippet = lines.map((line) => (line.line === 6 ? { ...line, isError: true } : line));
    expect(await toldAbout(server)).toEqual([
      { sourceSnippets: [{ file: 'src/pay.ts', line: 6, function: 'pay', snippet }] },
    ]);
  });
}

test('without a map the script is shown as it was served', async ({ server, pages, project, extension }) => {
  const url = serve(pages, await builtByEsbuild(project, { sourcemap: false }));
  await logIn(extension, url);
  const script = pages.url('/dist/app.js');
  const note = `shown as it was served, not as it was written: ${script} names no source map: turn them on in the build`;
  expect(await toldAbout(server)).toEqual([
    { sourceSnippets: LOGIN_AS_SERVED.map((each) => ({ ...each, note })) },
  ]);
});

const REASONS: Readonly<Record<string, readonly [serve: (pages: Pages) => void, reason: string]>> = {
  'a map that is not there': [
    (pages) => pages.add('/dist/app.js.map', { body: '', status: 404 }),
    'app.js.map answered 404',
  ],
  'a page instead of a map': [
    (pages) => pages.add('/dist/app.js.map', '<!doctype html>'),
    'app.js.map answered with a page instead of a map',
  ],
  'a map that is cut off': [
    (pages) => pages.add('/dist/app.js.map', { body: '{"version":3,"sou', type: 'application/json' }),
    'app.js.map is no JSON: cut off, or not a source map',
  ],
  'a map that never comes': [
    (pages) => pages.route('/dist/app.js.map', () => undefined),
    'app.js and its map did not arrive within 2 s',
  ],
  'a map of 50 MB': [
    (pages) =>
      pages.route('/dist/app.js.map', (_request, response) => {
        response.writeHead(200, { 'Content-Length': 50 * 1024 * 1024 }).write('{');
      }),
    'app.js.map is too large: 50 MB or more, at most 32 MB are read',
  ],
};

for (const [name, [serveBadly, reason]] of Object.entries(REASONS)) {
  for (const way of ['extension', 'binding']) {
    test(`${name} is told about, through the ${way}`, async ({
      server,
      pages,
      project,
      extension,
      bound,
    }) => {
      const url = serve(pages, await builtByEsbuild(project, { minify: true }));
      serveBadly(pages);
      await logIn(way === 'extension' ? extension : bound.context, url);
      const expected = pages.url(`/dist/${reason}`);
      expect(await toldAbout(server)).toEqual([{ missing: { sourceSnippets: expected } }]);
    });
  }
}

test('turned off, an error is what it was', async ({ server, pages, project, extension }) => {
  await store(extension, { aiContextEnabled: false });
  const url = serve(pages, await builtByEsbuild(project));
  const page = await logIn(extension, url);
  await expect.poll(() => storedLogs(server)).toHaveLength(1);
  // Whatever followed the error would be there before what is said after it.
  await store(extension, { aiContextEnabled: true });
  await page.reload();
  await page.getByRole('button').click();
  expect(await toldAbout(server)).toEqual([TOLD]);
  const [first] = await storedLogs(server);
  expect(Object.keys(first ?? {})).not.toContain('_aiContext');
  expect(Object.keys(first ?? {})).not.toContain('enrichment');
});

test('a worker that dies over a map leaves the error as it was told, and says that more will not come', async ({
  server,
  pages,
  project,
}) => {
  const browser = await startBareChromium(server.port);
  const agent = await connectAgent(server, 'http');
  const { script, map } = await builtByEsbuild(project);
  const url = serve(pages, { script, map });
  const isAsked = new Promise<void>((resolve) => {
    pages.route('/dist/app.js.map', () => {
      resolve();
    });
  });
  const everythingIsDelivered = await browser.watchDelivery();
  await browser.open(url);
  const told = async (): Promise<readonly unknown[]> =>
    (await agent.errors()).map(({ message, count, enrichment, location, _aiContext }) => ({
      message,
      count,
      enrichment,
      location,
      context: isEntry(_aiContext) ? withoutColumns(_aiContext) : undefined,
    }));
  const click = `document.querySelector('button').click()`;
  await expect.poll(() => browser.evaluate(url, `document.querySelector('button') !== null`)).toBe(true);
  await browser.evaluate(url, click);
  await isAsked;
  // What it has not delivered would be told to the next worker, which would try again.
  await everythingIsDelivered();
  const message = "TypeError: Cannot read properties of undefined (reading 'user')";
  await browser.close(WORKER);
  const summary = "TypeError in dist/app.js:5 — Cannot read properties of undefined (reading 'user').";
  const missing = {
    componentAncestry: 'the element belongs to no component of React, Vue or Svelte',
  };
  const failed = { failed: 'not complete within 3 s' };
  await expect.poll(told).toEqual([{ message, enrichment: failed, context: { summary, missing } }]);

  // The next worker knows nothing of the first, and reads the map for the next error.
  pages.add('/dist/app.js.map', { body: map, type: 'application/json' });
  await browser.evaluate(url, click);
  await expect.poll(told).toEqual([
    {
      message,
      count: 2,
      // What is complete does not say so.
      enrichment: undefined,
      location: 'src/api/user.ts:9',
      context: {
        summary: 'TypeError in src/api/user.ts:9 — `data` is undefined in `return data.user.toUpperCase()`.',
        sourceSnippets: LOGIN_SNIPPETS.map(({ file, line }) => expect.stringContaining(`${file}:${line}:`)),
        missing,
      },
    },
  ]);
  await agent.close();
  await browser.stop();
});

test('an error in a loop is read about once, and no page sees it', async ({
  server,
  pages,
  project,
  extension,
}) => {
  const url = serve(pages, await builtByEsbuild(project));
  const page = await extension.newPage();
  const seen: string[] = [];
  page.on('request', (request) => seen.push(new URL(request.url()).pathname));
  await page.goto(url);
  await page.evaluate(() => {
    for (let count = 0; count < 500; count += 1) document.querySelector('button')?.click();
  });
  await toldAbout(server, 500);
  const told = (await ended(server)).filter(
    ({ _aiContext: told }) => isEntry(told) && 'sourceSnippets' in told,
  );
  // The first, and ten that get what was read for it.
  expect(told).toHaveLength(11);
  expect(pages.requests.filter((request) => request.includes('.map'))).toEqual(['GET /dist/app.js.map']);
  const resources = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(resources.filter((name) => name.includes('.map'))).toEqual([]);
  expect(seen.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/dist/app.js']);
});

test('a test’s own routes and idle network are not disturbed, and cookies go along', async ({
  server,
  pages,
  project,
  bound,
}) => {
  const { script, map } = await builtByEsbuild(project);
  const url = serve(pages, { script, map });
  pages.route('/dist/app.js.map', (request, response) => {
    const isKnown = request.headers.cookie === 'login=me';
    response.writeHead(isKnown ? 200 : 403).end(isKnown ? map : '');
  });
  await bound.context.addCookies([{ name: 'login', value: 'me', url }]);
  const routed: string[] = [];
  await bound.context.route('**/*', async (route) => {
    routed.push(new URL(route.request().url()).pathname);
    await route.continue();
  });
  const page = await logIn(bound.context, url);
  await page.waitForLoadState('networkidle');
  await bound.capture.drain();
  expect(await toldAbout(server)).toEqual([TOLD]);
  expect(routed.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/dist/app.js']);
});

test('an error on the console is shown as well', async ({ server, pages, project, extension }) => {
  const app = LOGIN_APP['src/main.ts'] ?? '';
  await project.write(
    'src/main.ts',
    app.replace(
      "submitLogin('refused')",
      "{ try { submitLogin('refused') } catch (error) { console.error('failed', error) } }",
    ),
  );
  await logIn(extension, serve(pages, await builtByEsbuild(project)));
  const [told] = await toldAbout(server);
  expect(told).toMatchObject({
    sourceSnippets: [LOGIN_SNIPPETS[0], LOGIN_SNIPPETS[1], { file: 'src/main.ts' }],
  });
});
