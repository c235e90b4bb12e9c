/**
 * Tells more about the errors of pages: the source around them, read from their maps.
 *
 * From here, because the page and its own service worker see no request of ours, and no policy of theirs applies to it.
 * A worker that is ended meanwhile leaves the errors of the last three seconds without their source.
 */

import { Enricher, pageParts } from 'gasoline-source-maps';
import type { EnrichmentWish, Fetch } from 'gasoline-source-maps';

import type { ExtensionSettings } from '../settings/table.ts';

import type { Link } from './link.ts';
import { seenIn } from './loaded-scripts.ts';

/** Less than elsewhere: the worker shares the browser's memory with everything the developer has open. */
const CACHE_BYTES = 48 * 1024 * 1024;

type ContextSettings = Pick<ExtensionSettings, Extract<keyof ExtensionSettings, `aiContext${string}`>>;

/** Amends errors through the link by which they went. */
export function createEnricher(link: Pick<Link, 'add'>, fetch: Fetch = fetchAnew): Enricher {
  return new Enricher({
    fetch,
    cacheBytes: CACHE_BYTES,
    send: (amendment, route) => void link.add({ route, entries: [amendment] }),
  });
}

/** A document whose errors are enriched. */
export interface ErrorDocument {
  readonly url: string;
  readonly tab: number;
  /** Undefined where Chrome does not tell. */
  readonly documentId: string | undefined;
}

/** How the errors of a document are enriched; undefined where that is turned off. */
export function enrichmentWish(
  settings: ContextSettings,
  document: ErrorDocument,
): EnrichmentWish | undefined {
  if (!settings.aiContextEnabled) return undefined;
  return {
    snippets: settings.aiContextSourceSnippets,
    pageParts: pageParts({
      componentTree: settings.aiContextComponentTree,
      stateSnapshot: settings.aiContextStateSnapshot,
    }),
    documents: [document.url],
    scripts: () => scriptsOf(document),
    seen: (url) => seenIn(document.tab, url),
  };
}

/** Asked in a world of our own, of which the page sees nothing. */
async function scriptsOf({ tab, documentId }: ErrorDocument): Promise<readonly string[]> {
  if (documentId === undefined) return [];
  const [answer] = await chrome.scripting.executeScript({
    target: { tabId: tab, documentIds: [documentId] },
    func: () => Array.from(document.querySelectorAll<HTMLScriptElement>('script[src]'), ({ src }) => src),
  });
  return answer?.result ?? [];
}

/**
 * Past the cache: the server may have another text under the same address by now. Asking whether it changed is not
 * enough, because Vite says no where the code is the same and only its map is new.
 */
const fetchAnew: Fetch = (url, request) => fetch(url, { ...request, cache: 'no-store' });
