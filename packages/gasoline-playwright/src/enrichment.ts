/**
 * Tells more about the errors of a context: the source around them, read from their maps.
 *
 * Fetched by Node, so that no test sees a request: not in `page.route`, not in `page.on('request')`, and `networkidle`
 * does not wait for it. The context's cookies go along, because maps may lie behind a login.
 */

import type { BrowserContext } from '@playwright/test';
import type { Delivery } from 'delivery';
import { Enricher } from 'source-maps';
import type { FetchRequest } from 'source-maps';

/** Amends errors by the delivery by which they went. */
export function createEnricher(context: BrowserContext, delivery: Delivery): Enricher {
  return new Enricher({
    fetch: (url, request) => fetchAs(context, url, request),
    send: (amendment) => void delivery.add({ endpoint: '/logs', entries: [amendment] }),
  });
}

async function fetchAs(
  context: BrowserContext,
  url: string,
  { signal, credentials }: FetchRequest,
): Promise<Response> {
  // A context that is closed meanwhile has no cookies any more.
  const cookies = credentials === 'omit' ? [] : await context.cookies(url).catch(() => []);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return fetch(url, { signal, headers: cookie === '' ? {} : { cookie } });
}
