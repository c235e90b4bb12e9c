/**
 * Tells more about the errors of a context: the source around them, read from their maps.
 *
 * Fetched by Node, so that no test sees a request: not in `page.route`, not in `page.on('request')`, and `networkidle`
 * does not wait for it. The context's cookies go along, because maps may lie behind a login.
 */

import type { BrowserContext, Frame } from '@playwright/test';
import type { Delivery } from 'gasoline-delivery';
import { Enricher, pageParts } from 'gasoline-source-maps';
import type { EnrichmentWish, FetchRequest } from 'gasoline-source-maps';

import { sourceMapFolders } from './environment.ts';
import { findMapsIn } from './local-maps.ts';
import type { AiContextOptions } from './public.ts';
import type { LoadedScripts } from './scripts.ts';

/** Amends errors by the delivery by which they went. */
export function createEnricher(context: BrowserContext, delivery: Delivery): Enricher {
  return new Enricher({
    fetch: (url, request) => fetchAs(context, url, request),
    findMap: findMapsIn(sourceMapFolders()),
    send: (amendment, route) => void delivery.add({ route, entries: [amendment] }),
  });
}

/** How errors are enriched; undefined where that is turned off. */
export function enrichmentWish(options: AiContextOptions | false): EnrichmentWish | undefined {
  if (options === false) return undefined;
  const { sourceSnippets = true, componentTree = true, stateSnapshot = false } = options;
  return { snippets: sourceSnippets, pageParts: pageParts({ componentTree, stateSnapshot }) };
}

/** The wish for the documents of a frame. */
export function wishFor(frame: Frame, wish: EnrichmentWish, scripts: LoadedScripts): EnrichmentWish {
  const sources = `Array.from(document.querySelectorAll('script[src]'), ({ src }) => src)`;
  return {
    ...wish,
    documents: [frame.url()],
    scripts: () => frame.evaluate<string[]>(sources),
    seen: (url) => scripts.seen(frame, url),
  };
}

async function fetchAs(
  context: BrowserContext,
  url: string,
  { signal, credentials, redirect }: FetchRequest,
): Promise<Response> {
  // A context that is closed meanwhile has no cookies any more.
  const cookies = credentials === 'omit' ? [] : await context.cookies(url).catch(() => []);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return fetch(url, { signal, redirect, headers: cookie === '' ? {} : { cookie } });
}
