/** Errors of real builds of real frameworks: which components and which state they are stored with. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { BrowserContext, Page } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import { buildApp } from '../support/apps.ts';
import type { AppName, Mode } from '../support/apps.ts';
import { store } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import type { Pages } from '../support/pages.ts';
import type { Server } from '../support/server.ts';
import { storedLogs } from '../support/snapshot.ts';

/** A click on what a selector finds makes the planted bug show itself. */
interface Case {
  readonly app: AppName;
  readonly mode: Mode;
  readonly click: string;
  /** `?unsafe` takes the error boundary away. */
  readonly query?: string;
}

const SCRIPT = fileURLToPath(new URL('../../packages/gasoline-ci/dist/gasoline-ci.min.js', import.meta.url));

const BOTH: readonly Mode[] = ['development', 'production'];

const CASES: readonly Case[] = [
  ...BOTH.flatMap((mode) => [
    { app: 'react19' as const, mode, click: '#login' },
    { app: 'react19' as const, mode, click: '#details' },
    { app: 'react18' as const, mode, click: '#login' },
    { app: 'react18' as const, mode, click: '#details' },
    { app: 'vue' as const, mode, click: '#login' },
    { app: 'svelte5' as const, mode, click: '#login' },
    { app: 'react-redux' as const, mode, click: '#wait' },
    { app: 'react-zustand' as const, mode, click: '#login' },
  ]),
  { app: 'react19', mode: 'production', click: '#details', query: '?unsafe' },
  { app: 'react18', mode: 'production', click: '#details', query: '?unsafe' },
  { app: 'react17', mode: 'development', click: '#details' },
  { app: 'react16', mode: 'production', click: '#login' },
  { app: 'svelte4', mode: 'development', click: '#login' },
];

const PAGE = '<!doctype html><title>Login</title><link rel="icon" href="data:,"><div id="app"></div>';

async function serve(pages: Pages, { app, mode }: Case): Promise<string> {
  pages.add('/app.js', { body: await buildApp(app, mode), type: 'text/javascript' });
  pages.add('/api/login', { status: 401, body: '{"message":"no"}', type: 'application/json' });
  return pages.add('/login', `${PAGE}<script type="module" src="/app.js"></script>`);
}

async function provoke(page: Page, url: string, { click, query = '' }: Case): Promise<void> {
  await page.goto(`${url}${query}`);
  await page.locator(click).click();
}

/** What the page itself found out, of each error that is stored. */
async function contexts(server: Server): Promise<readonly Entry[]> {
  const found = (await storedLogs(server)).map((entry) => {
    const context = objectIn(entry, '_aiContext');
    const { componentAncestry, stateSnapshot } = context;
    const reasons = withoutSource(objectIn(context, 'missing'));
    return {
      type: entry['type'],
      message: entry['message'],
      componentAncestry,
      stateSnapshot,
      missing: reasons,
    };
  });
  return found.filter(({ componentAncestry, missing }) => componentAncestry ?? missing);
}

/** The source is read outside of the page, and comes before or after what the page has to say. */
function withoutSource(missing: Entry): object | undefined {
  const reasons = Object.entries(missing).filter(([name]) => name !== 'sourceSnippets');
  return reasons.length === 0 ? undefined : Object.fromEntries(reasons);
}

function objectIn(entry: Entry, name: string): Entry {
  const value = entry[name];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function goldenFile({ app, mode, click, query }: Case): URL {
  const rendering = query === undefined ? '-rendering' : '-uncaught';
  const name = `${app}-${mode}${click === '#details' ? rendering : ''}`;
  return new URL(`../golden/error-context/${name}.json`, import.meta.url);
}

async function checked(context: BrowserContext, server: Server, pages: Pages, tried: Case): Promise<void> {
  const page = await context.newPage();
  await provoke(page, await serve(pages, tried), tried);
  const answer = async (): Promise<string> => `${JSON.stringify(await contexts(server), undefined, 2)}\n`;
  const file = goldenFile(tried);
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    await expect.poll(() => contexts(server)).not.toEqual([]);
    await page.close();
    writeFileSync(file, await answer());
  }
  // One bug may be told of twice, by React and by the browser, and each telling is explained in its own time.
  const expected = readFileSync(file, 'utf8');
  await expect.poll(answer).toBe(expected);
  await page.close();
  expect(await answer()).toBe(expected);
}

for (const tried of CASES) {
  const { app, mode, click, query = '' } = tried;
  test(`${app} in ${mode}, ${click}${query}, through a binding`, async ({ context, server, pages }) => {
    await context.addInitScript(() => {
      Reflect.set(window, '__GASOLINE_AI_CONTEXT_STATE_SNAPSHOT', 'on');
    });
    await captureContext(context, { port: server.port });
    await checked(context, server, pages, tried);
  });

  test(`${app} in ${mode}, ${click}${query}, through the extension`, async ({ extension, server, pages }) => {
    await store(extension, { aiContextStateSnapshot: true });
    await checked(extension, server, pages, tried);
  });
}

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
          summary: 'TypeError in plain:1 — no user.',
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
  await expect
    .poll(async () => (await contexts(server)).map(({ message, missing }) => ({ message, missing })))
    .toEqual([{ message: 'bye', missing: { componentAncestry: NO_COMPONENT } }]);
});
