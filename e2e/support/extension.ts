/** The extension's own parts, as tests reach them: its worker, its storage, its pages. */

import { expect } from '@playwright/test';
import type { BrowserContext, Page, Worker } from '@playwright/test';

import type { Server } from './server.ts';

/** The service worker that runs now, or the next to start. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
}

/** Tells the extension where the server is. */
export async function pointTo(context: BrowserContext, server: Server): Promise<void> {
  const worker = await workerOf(context);
  const setPort = async (port: number): Promise<number> => {
    await chrome.storage.local.set({ serverPort: port });
    return port;
  };
  // A worker that is only just starting has no storage yet.
  await expect.poll(() => worker.evaluate(setPort, server.port).catch(String)).toBe(server.port);
  // Pictures do not wait for a link.
  await expect.poll(() => worker.evaluate(() => chrome.action.getTitle({}))).toBe('Gasoline: connected');
}

/** A server that was away is met again within this time: after five failures it is left alone for half a minute. */
export const RETURN_MS = 40_000;

/** Changes what is stored, as the options page does or as a corrupted profile has it; the worker knows of it then. */
export async function store(context: BrowserContext, items: Record<string, unknown>): Promise<void> {
  const worker = await workerOf(context);
  await worker.evaluate(async (wanted) => {
    const storage = chrome.storage.local;
    const changed = new Promise<void>((resolve) => {
      storage.onChanged.addListener(function listener() {
        storage.onChanged.removeListener(listener);
        resolve();
      });
    });
    const before = await storage.get(Object.keys(wanted));
    await storage.set(wanted);
    const after = await storage.get(Object.keys(wanted));
    // The worker's own listener came before this one, and so does the answer to what it reads then.
    if (JSON.stringify(after) !== JSON.stringify(before)) await changed;
    await storage.get(null);
  }, items);
}

/** Every setting as after the installation but the port, behind which somebody else's server may listen. */
export async function forgetSettings(context: BrowserContext): Promise<void> {
  const worker = await workerOf(context);
  await worker.evaluate(async () => {
    const keys = Object.keys(await chrome.storage.local.get(null));
    await chrome.storage.local.remove(keys.filter((key) => key !== 'serverPort'));
    // The answer comes after the worker's own listener has heard of it.
    await chrome.storage.local.get(null);
  });
}

/** What is stored. */
export async function stored(context: BrowserContext): Promise<Record<string, unknown>> {
  const worker = await workerOf(context);
  return worker.evaluate(() => chrome.storage.local.get(null));
}

/** Patterns of the sites that are registered beside those of the manifest. */
export async function registeredSites(context: BrowserContext): Promise<readonly string[]> {
  const worker = await workerOf(context);
  return worker.evaluate(async () => {
    const scripts = await chrome.scripting.getRegisteredContentScripts();
    return [...new Set(scripts.flatMap(({ matches = [] }) => matches))];
  });
}

/** Opens a page of the extension. */
export async function openExtensionPage(context: BrowserContext, path: string): Promise<Page> {
  const worker = await workerOf(context);
  const page = await context.newPage();
  await page.goto(new URL(path, worker.url()).href);
  return page;
}

/** Opens the popup for a page as if it were in front of the person. */
export async function openPopup(context: BrowserContext, page: Page): Promise<Page> {
  const worker = await workerOf(context);
  const tab = await worker.evaluate(async (url) => {
    const tabs = await chrome.tabs.query({});
    return tabs.find((candidate) => candidate.url === url)?.id;
  }, page.url());
  return openExtensionPage(context, `popup.html?tab=${tab ?? ''}`);
}

/** How many entries the extension has not seen delivered, as one of its pages is told. */
export async function undelivered(popup: Page): Promise<unknown> {
  const status: unknown = await popup.evaluate(() => chrome.runtime.sendMessage({ kind: 'status' }));
  const delivery: unknown = Reflect.get(Object(status), 'delivery');
  return Reflect.get(Object(delivery), 'waiting');
}
