/**
 * Whole answers of `get_browser_errors`, compared with golden files.
 *
 * The same page is opened under the binding and with the extension, and both must give the same answer: there is one golden
 * file for both.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from '@playwright/test';
import { captureContext } from 'gasoline-playwright';

import type { Browsers } from './browsers.ts';
import { store } from './extension.ts';
import { expect } from './fixtures.ts';
import { connectAgent } from './mcp.ts';
import type { Agent } from './mcp.ts';
import { startServer } from './server.ts';
import type { Server } from './server.ts';

/** What a person does with a page until it throws. */
export type Provoke = (page: Page) => Promise<void>;

/** Where pages are captured. */
export interface Ways {
  readonly browser: Browser;
  readonly browsers: Browsers;
}

/** Expects the answer in the golden file, through the binding and through the extension; returns it. */
export async function expectSameAnswer(ways: Ways, name: string, provoke: Provoke): Promise<unknown> {
  const file = fileURLToPath(new URL(`../golden/${name}.json`, import.meta.url));
  const bound = await withServer((server, agent) => boundAnswer(ways.browser, server, agent, provoke));
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bound);
  }
  const expected = readFileSync(file, 'utf8');
  expect(bound).toBe(expected);
  await withServer((server, agent) => expectFromExtension(ways, server, agent, { expected, provoke }));
  return JSON.parse(expected);
}

/** Expects the same context of the errors where nothing is recorded, and what explains them comes with the first one. */
export async function expectSameContext(browser: Browser, name: string, provoke: Provoke): Promise<void> {
  const file = fileURLToPath(new URL(`../golden/${name}.json`, import.meta.url));
  const told = await withServer((server, agent) => boundAnswer(browser, server, agent, provoke, false));
  expect(contextsIn(told)).toEqual(contextsIn(readFileSync(file, 'utf8')));
}

function contextsIn(told: string): readonly unknown[] {
  const { errors }: { errors: readonly Record<string, unknown>[] } = JSON.parse(told);
  return errors.map(({ message, location, _aiContext: context }) => ({ message, location, context }));
}

/** Of its own, so that nothing of another page is in the answer. */
async function withServer<Result>(use: (server: Server, agent: Agent) => Promise<Result>): Promise<Result> {
  const server = await startServer();
  const agent = await connectAgent(server, 'http');
  try {
    return await use(server, agent);
  } finally {
    await agent.close();
    await server.stop();
  }
}

async function boundAnswer(
  browser: Browser,
  { port }: Server,
  agent: Agent,
  provoke: Provoke,
  record = true,
): Promise<string> {
  const context = await browser.newContext();
  const capture = await captureContext(context, { port, record, aiContext: { stateSnapshot: true } });
  await provoke(await context.newPage());
  await expect.poll(() => isTold(agent), { intervals: [20, 50, 100] }).toBe(true);
  await capture.drain();
  const told = await answer(agent);
  await context.close();
  return told;
}

async function expectFromExtension(
  { browsers }: Ways,
  server: Server,
  agent: Agent,
  { expected, provoke }: { expected: string; provoke: Provoke },
): Promise<void> {
  const { context, close } = await browsers.withExtension(server);
  await store(context, { aiContextStateSnapshot: true });
  const page = await context.newPage();
  await provoke(page);
  await expect.poll(() => answer(agent), { intervals: [20, 50, 100] }).toBe(expected);
  await page.close();
  expect(await answer(agent)).toBe(expected);
  await close();
}

/** Whether there are errors, and nothing more is on its way. */
async function isTold(agent: Agent): Promise<boolean> {
  const errors = await agent.errors();
  return errors.length > 0 && errors.every(({ enrichment }) => enrichment !== 'pending');
}

/** All that an agent is told, except when, how fast, from which port, by which tab and whether a picture was there in time. */
async function answer(agent: Agent): Promise<string> {
  const told = await agent.call('get_browser_errors', { max_tokens: 20_000 });
  const alike = JSON.stringify(told, undefined, 2)
    .replaceAll(/localhost:\d+/g, 'localhost:PORT')
    .replaceAll(/,\n\s*"screenshot": "\d+"/g, '')
    .replaceAll(/"tab": "\d+"/g, '"tab": "TAB"')
    .replaceAll(/\(tab \d+\)/g, '(tab TAB)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"duration": [\d.]+/g, '"duration": "TIME"')
    .replaceAll(/ in \d+ ms, /g, ' in TIME, ')
    .replaceAll(/\b\d+(?:\.\d)? m?s (before|after)/g, 'TIME $1');
  return `${alike}\n`;
}
