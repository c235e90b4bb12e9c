/** What was seen of scripts when pages loaded them: one that is built anew meanwhile has other lines. */

import { seenScript } from 'gasoline-source-maps';
import type { SeenScript } from 'gasoline-source-maps';

/** A page has a few; those of the tabs that loaded last are kept. */
const MAX_SCRIPTS = 1000;

const scripts = new Map<string, SeenScript>();

/** Watches the scripts of sites that may be captured. Call in the first turn of the worker. */
export function watchScripts(mayBeCaptured: (url: string) => boolean): void {
  chrome.webRequest.onResponseStarted.addListener(
    ({ tabId, url, initiator = url, responseHeaders = [] }) => {
      if (!mayBeCaptured(initiator)) return;
      const headers = new Map(responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
      const key = keyOf(tabId, url);
      scripts.delete(key);
      scripts.set(
        key,
        seenScript((name) => headers.get(name)),
      );
      for (const oldest of scripts.keys()) {
        if (scripts.size <= MAX_SCRIPTS) break;
        scripts.delete(oldest);
      }
    },
    { urls: ['http://*/*', 'https://*/*'], types: ['script'] },
    ['responseHeaders'],
  );
}

/** What was seen of a script in a tab. */
export function seenIn(tab: number, url: string): SeenScript | undefined {
  return scripts.get(keyOf(tab, url));
}

function keyOf(tab: number, url: string): string {
  return `${tab} ${url}`;
}
