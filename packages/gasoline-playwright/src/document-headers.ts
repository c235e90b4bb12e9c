/**
 * The response headers of documents, which a page cannot see and the browser tells its driver.
 *
 * They wait by frame for the entry in which the document describes itself.
 */

import { sanitisedHeaders } from 'capture/headers';
import type { BrowserContext, Frame, Response } from '@playwright/test';
import { withoutFragment } from 'source-maps';
import type { ResponseHeaders } from 'wire';

/** Completes the entry of a document; any other stays as it is. */
export type AddDocumentHeaders = (entry: object, frame: Frame) => object;

interface DocumentResponse {
  readonly url: string;
  headers: readonly (readonly [name: string, value: string])[];
}

const NOT_OBSERVED: ResponseHeaders = 'not_observed';

/** Watches the documents of a context. */
export function watchDocumentHeaders(context: BrowserContext): AddDocumentHeaders {
  const responses = new WeakMap<Frame, DocumentResponse>();
  context.on('response', (response) => {
    const frame = response.request().isNavigationRequest() ? frameOf(response) : undefined;
    if (frame !== undefined) responses.set(frame, described(response));
  });
  return (entry, frame) => {
    if (!isDocument(entry)) return entry;
    const response = responses.get(frame);
    if (response?.url !== withoutFragment(entry.url)) return entry;
    const responseHeaders: ResponseHeaders = { observed: sanitisedHeaders(response.headers) };
    return { ...entry, responseHeaders };
  };
}

/** The headers at hand, and all of them a moment later: those that set cookies have to be asked for. */
function described(response: Response): DocumentResponse {
  const url = withoutFragment(response.url());
  const document: DocumentResponse = { url, headers: Object.entries(response.headers()) };
  response.headersArray().then(
    (headers) => {
      document.headers = headers.map(({ name, value }) => [name, value] as const);
    },
    // The page went before it could be asked.
    () => undefined,
  );
  return document;
}

function frameOf(response: Response): Frame | undefined {
  try {
    return response.frame();
  } catch {
    // The page of a popup does not exist yet.
    return undefined;
  }
}

function isDocument(entry: object): entry is { readonly url: string } {
  return (
    'type' in entry &&
    entry.type === 'document' &&
    'responseHeaders' in entry &&
    entry.responseHeaders === NOT_OBSERVED &&
    'url' in entry &&
    typeof entry.url === 'string'
  );
}
