/**
 * Status and response headers of documents, which a page cannot see and the browser tells its driver.
 *
 * They wait by frame for the entry in which the document describes itself.
 */

import { setTimeout as sleep } from 'node:timers/promises';

import { sanitisedHeaders } from 'gasoline-capture/headers';
import type { BrowserContext, Frame, Response } from '@playwright/test';
import { withoutFragment } from 'gasoline-source-maps';
import type { ResponseHeaders } from 'gasoline-wire';

/** What is known of the documents of a context. */
export interface DocumentHeaders {
  /** The entry of the frame's document as soon as its headers are known; any other as it is. */
  completed(entry: object, frame: Frame): Promise<object>;
  /** Whether a document's beacons to this machine pass: it comes from this machine itself, and without a policy. */
  letBeaconsPass(frame: Frame, documentUrl: string): Promise<boolean>;
}

type Headers = readonly (readonly [name: string, value: string])[];

interface DocumentResponse {
  readonly url: string;
  readonly status: number;
  readonly isLocal: Promise<boolean>;
  readonly headers: Promise<Headers>;
}

/** A document's entry, and what follows it, wait no longer for headers than this. */
const HEADERS_MS = 2000;

const NOT_OBSERVED: ResponseHeaders = 'not_observed';

/** Watches the documents of a context. */
export function watchDocumentHeaders(context: BrowserContext): DocumentHeaders {
  const responses = new WeakMap<Frame, DocumentResponse>();
  context.on('response', (response) => {
    const frame = response.request().isNavigationRequest() ? frameOf(response) : undefined;
    if (frame !== undefined) responses.set(frame, described(response));
  });
  return {
    async completed(entry, frame) {
      if (!isDocument(entry)) return entry;
      const response = responses.get(frame);
      if (response?.url !== withoutFragment(entry.url)) return entry;
      const responseHeaders: ResponseHeaders = { observed: sanitisedHeaders(await response.headers) };
      return { ...entry, responseHeaders, status: response.status };
    },
    async letBeaconsPass(frame, documentUrl) {
      const response = responses.get(frame);
      if (response?.url !== withoutFragment(documentUrl)) return false;
      const headers = await response.headers;
      return !headers.some(([name]) => POLICY.test(name)) && response.isLocal;
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

function described(response: Response): DocumentResponse {
  return {
    url: withoutFragment(response.url()),
    status: response.status(),
    isLocal: isFromThisMachine(response),
    headers: headersOf(response),
  };
}

/** All headers. Those that set cookies have to be asked for; if no answer comes, what is at hand. */
async function headersOf(response: Response): Promise<Headers> {
  const atHand = Object.entries(response.headers());
  // The page may go before it could be asked.
  const all = response.headersArray().then(pairs, () => atHand);
  return Promise.race([all, sleep(HEADERS_MS, atHand, { ref: false })]);
}

function pairs(headers: Awaited<ReturnType<Response['headersArray']>>): Headers {
  return headers.map(({ name, value }) => [name, value] as const);
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
