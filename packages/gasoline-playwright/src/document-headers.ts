/**
 * The response headers of documents, which a page cannot see and the browser tells its driver.
 *
 * They wait by frame for the entry in which the document describes itself.
 */

import { sanitisedHeaders } from 'capture/headers';
import type { BrowserContext, Frame, Response } from '@playwright/test';
import { withoutFragment } from 'source-maps';
import type { ResponseHeaders } from 'wire';

/** What is known of the documents of a context. */
export interface DocumentHeaders {
  /** Completes the entry of a document; any other stays as it is. */
  addTo(entry: object, frame: Frame): object;
  /** Whether a document's beacons to this machine pass: it comes from this machine itself, and without a policy. */
  letBeaconsPass(frame: Frame, documentUrl: string): Promise<boolean>;
}

interface DocumentResponse {
  readonly url: string;
  readonly isLocal: Promise<boolean>;
  headers: readonly (readonly [name: string, value: string])[];
}

const NOT_OBSERVED: ResponseHeaders = 'not_observed';

/** Watches the documents of a context. */
export function watchDocumentHeaders(context: BrowserContext): DocumentHeaders {
  const responses = new WeakMap<Frame, DocumentResponse>();
  context.on('response', (response) => {
    const frame = response.request().isNavigationRequest() ? frameOf(response) : undefined;
    if (frame !== undefined) responses.set(frame, described(response));
  });
  return {
    addTo(entry, frame) {
      if (!isDocument(entry)) return entry;
      const response = responses.get(frame);
      if (response?.url !== withoutFragment(entry.url)) return entry;
      const responseHeaders: ResponseHeaders = { observed: sanitisedHeaders(response.headers) };
      return { ...entry, responseHeaders };
    },
    async letBeaconsPass(frame, documentUrl) {
      const response = responses.get(frame);
      if (response?.url !== withoutFragment(documentUrl)) return false;
      return !response.headers.some(([name]) => POLICY.test(name)) && response.isLocal;
    },
  };
}

/** Either kind: one that only reports would report our beacon. */
const POLICY = /^content-security-policy(-report-only)?$/i;

const LOOPBACK_ADDRESS = /^(127\.|::1$|\[::1\]$)/;

/** A document that a test made up has no address, and the browser takes it for a stranger's. */
async function isFromThisMachine(response: Response): Promise<boolean> {
  const address = await response.serverAddr().catch(() => null);
  return address !== null && LOOPBACK_ADDRESS.test(address.ipAddress);
}

/** The headers at hand, and all of them a moment later: those that set cookies have to be asked for. */
function described(response: Response): DocumentResponse {
  const url = withoutFragment(response.url());
  const document: DocumentResponse = {
    url,
    isLocal: isFromThisMachine(response),
    headers: Object.entries(response.headers()),
  };
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
