/**
 * Asks one tab, in the extension's world of its top document: the page sees nothing of it.
 *
 * Ends with an outcome in every case but one: a page that does not run scripts any more is given up by the server.
 */

import { BUNDLES } from 'gasoline-live';
import type {
  AutoScreenshotChange,
  LiveFailureReason,
  LiveOutcome,
  LiveQuery,
  ScreenshotQuery,
} from 'gasoline-wire';

import { capturedTabs } from './pages.ts';
import type { MayBeCaptured } from './pages.ts';

/** Answers what concerns pictures, which the browser takes and not the page. */
export interface PictureTaker {
  onDemand(
    tab: chrome.tabs.Tab,
    query: ScreenshotQuery,
    ask: (query: LiveQuery) => Promise<LiveOutcome>,
  ): Promise<LiveOutcome>;
  configure(change: AutoScreenshotChange): Promise<LiveOutcome>;
}

/** What came of a query. */
export async function askPage(
  tab: string,
  query: LiveQuery,
  mayBeCaptured: MayBeCaptured,
  pictures?: PictureTaker,
): Promise<LiveOutcome> {
  const tabId = Number(tab);
  const closing = watchClosing(tabId);
  try {
    return await Promise.race([closing.closed, ask(tabId, query, mayBeCaptured, pictures)]);
  } catch (error) {
    return await failure(tabId, error);
  } finally {
    closing.stop();
  }
}

async function ask(
  tabId: number,
  query: LiveQuery,
  mayBeCaptured: MayBeCaptured,
  pictures: PictureTaker | undefined,
): Promise<LiveOutcome> {
  if (query.kind === 'auto_screenshot' && pictures !== undefined) return await pictures.configure(query);
  const tabs = await capturedTabs(mayBeCaptured);
  const tab = tabs.find(({ id }) => id === tabId);
  if (tab === undefined) return await absent(tabId);
  if (tab.status === 'unloaded') return noProcess(tab);
  if (query.kind === 'screenshot' && pictures !== undefined)
    return await pictures.onDemand(tab, query, (question) => askDocument(tabId, question));
  return await askDocument(tabId, query);
}

async function askDocument(tabId: number, query: LiveQuery): Promise<LiveOutcome> {
  let target: chrome.scripting.InjectionTarget = { tabId };
  // Each bundle may be missing once.
  for (let attempt = 0; attempt <= BUNDLES.length; attempt += 1) {
    const [injection] = await chrome.scripting.executeScript({
      target,
      func: callPage,
      args: [query],
      injectImmediately: true,
    });
    const reply: unknown = injection?.result;
    if (isOutcome(reply)) return reply;
    const missing = BUNDLES.find((name) => name === reply);
    // Ours always says something: who says nothing was left while it was at it.
    if (missing === undefined || injection === undefined) return failed('navigated', 'the page was left');
    // From here on this document and no other: the next one may be of a site that is not captured.
    target = { tabId, documentIds: [injection.documentId] };
    await chrome.scripting.executeScript({ target, files: [missing], injectImmediately: true });
  }
  return failed('failed', 'the page gave no answer');
}

/** Runs in the page's tab, apart from everything else in this file. */
function callPage(query: LiveQuery): unknown {
  const answer: unknown = Reflect.get(globalThis, 'gasolineLive');
  return typeof answer === 'function' ? Reflect.apply(answer, undefined, [query]) : 'live.js';
}

/** Resolves when the tab is closed: Chrome may leave a script that was running there without an answer. */
function watchClosing(tabId: number): { closed: Promise<LiveOutcome>; stop: () => void } {
  let stop = (): void => undefined;
  const closed = new Promise<LiveOutcome>((resolve) => {
    const onRemoved = (removed: number): void => {
      if (removed === tabId) resolve(failed('tab_gone', 'the tab was closed'));
    };
    chrome.tabs.onRemoved.addListener(onRemoved);
    stop = () => {
      chrome.tabs.onRemoved.removeListener(onRemoved);
    };
  });
  return {
    closed,
    stop: () => {
      stop();
    },
  };
}

/** Why a tab is not among the captured ones. */
async function absent(tabId: number): Promise<LiveOutcome> {
  const exists = await chrome.tabs.get(tabId).catch(() => undefined);
  return exists === undefined
    ? failed('tab_gone', 'no such tab')
    : failed('not_captured', 'capture does not run in this tab');
}

/** A tab without a process: it crashed, or Chrome put it to sleep to save memory. */
function noProcess({ discarded }: chrome.tabs.Tab): LiveOutcome {
  return discarded
    ? failed('failed', 'Chrome put the tab to sleep; turn to it once')
    : failed('crashed', 'the page has no process');
}

/** Chrome says only in words what went wrong. */
const REASONS: readonly (readonly [RegExp, LiveFailureReason])[] = [
  [/no tab with id|tab was closed/i, 'tab_gone'],
  [/was removed|no frame with id|no document with id/i, 'navigated'],
  [/cannot access|cannot be scripted|error page/i, 'not_captured'],
];

async function failure(tabId: number, error: unknown): Promise<LiveOutcome> {
  const message = error instanceof Error ? error.message : String(error);
  const exists = await chrome.tabs.get(tabId).catch(() => undefined);
  if (exists === undefined) return failed('tab_gone', message);
  if (exists.status === 'unloaded') return noProcess(exists);
  const reason = REASONS.find(([words]) => words.test(message))?.[1];
  return failed(reason ?? 'failed', message);
}

function failed(reason: LiveFailureReason, message: string): LiveOutcome {
  return { kind: 'failed', reason, message: message.toWellFormed() };
}

/** Only our own bundle answers in this world; its shape is its type. */
function isOutcome(reply: unknown): reply is LiveOutcome {
  return typeof reply === 'object' && reply !== null && 'kind' in reply;
}
