/**
 * Which tabs can be asked: those in which capture runs, and no others. What the person has open elsewhere is not the
 * server's business, not even its address.
 */

import type { LivePage } from 'gasoline-wire';

const focusedAt = new Map<number, number>();

/** Whether documents of an address may be captured. */
export type MayBeCaptured = (url: string) => boolean;

/**
 * The tabs in which our scripts run. Chrome matches their addresses, by the patterns it runs the scripts by; of those
 * the person may have turned some off.
 */
export async function capturedTabs(mayBeCaptured: MayBeCaptured): Promise<chrome.tabs.Tab[]> {
  const fixed = chrome.runtime.getManifest().content_scripts ?? [];
  const chosen = await chrome.scripting.getRegisteredContentScripts();
  const patterns = [...fixed, ...chosen].flatMap(({ matches }) => matches ?? []);
  const tabs = await chrome.tabs.query({ url: [...new Set(patterns)] });
  return tabs.filter(({ url = '' }) => mayBeCaptured(url));
}

/** As the server wants to know them. */
export async function capturedPages(mayBeCaptured: MayBeCaptured): Promise<LivePage[]> {
  const tabs = await capturedTabs(mayBeCaptured);
  return tabs.flatMap((tab) => (tab.id === undefined ? [] : [describe(tab, tab.id)]));
}

/** Notes which tab is in use, from now on. */
export function noteFocus(): void {
  chrome.tabs.onActivated.addListener(({ tabId }) => {
    focusedAt.set(tabId, Date.now());
  });
  chrome.windows.onFocusChanged.addListener((windowId) => void noteActive({ active: true, windowId }));
  chrome.tabs.onRemoved.addListener((tabId) => {
    focusedAt.delete(tabId);
  });
  void noteActive({ active: true, lastFocusedWindow: true });
}

/** Calls back when pages open, close, move on or are turned to. */
export function onPagesChange(react: () => void): void {
  chrome.tabs.onActivated.addListener(react);
  chrome.tabs.onRemoved.addListener(react);
  chrome.tabs.onReplaced.addListener(react);
  chrome.windows.onFocusChanged.addListener(react);
  chrome.tabs.onUpdated.addListener((_tabId, { url, title, status }) => {
    if (url !== undefined || title !== undefined || status === 'complete') react();
  });
}

/** The tab a person sees in a window; in none when they use another program. */
async function noteActive(query: chrome.tabs.QueryInfo): Promise<void> {
  if (query.windowId === chrome.windows.WINDOW_ID_NONE) return;
  const [tab] = await chrome.tabs.query(query);
  if (tab?.id === undefined) return;
  const { focused } = await chrome.windows.get(tab.windowId);
  if (focused) focusedAt.set(tab.id, Date.now());
}

function describe({ url, title, lastAccessed }: chrome.tabs.Tab, id: number): LivePage {
  return {
    tab: String(id),
    url: (url ?? '').toWellFormed(),
    title: (title ?? '').toWellFormed(),
    // Chrome before 121 does not say.
    focusedAt: Math.floor(Math.max(focusedAt.get(id) ?? 0, lastAccessed || 0)),
  };
}
