/**
 * The response headers of documents, which a page cannot see.
 *
 * Chrome tells them when the response arrives, before the document exists. They wait, by tab and frame, for the entry
 * in which the document describes itself.
 */

import { withoutFragment } from 'gasoline-source-maps';

type Headers = readonly (readonly [name: string, value: string])[];

interface Response {
  readonly frame: string;
  readonly url: string;
  readonly headers: Headers;
}

/** A frame shows one document at a time; a few more are on their way or just gone. */
const MAX_RESPONSES = 200;

let responses: Response[] = [];

/**
 * Watches the responses of documents that may be captured. Call in the first turn of the worker: the event may be what
 * woke it.
 */
export function watchDocumentHeaders(mayBeCaptured: (url: string) => boolean): void {
  chrome.webRequest.onHeadersReceived.addListener(
    ({ tabId, frameId, url, responseHeaders = [] }) => {
      if (!mayBeCaptured(url)) return undefined;
      const headers = responseHeaders.map(({ name, value = '' }) => [name, value] as const);
      const response = { frame: frameKey(tabId, frameId), url: withoutFragment(url), headers };
      responses = [...responses, response].slice(-MAX_RESPONSES);
      return undefined;
    },
    { urls: ['http://*/*', 'https://*/*'], types: ['main_frame', 'sub_frame'] },
    // Without `extraHeaders` the browser leaves out that cookies are set.
    ['responseHeaders', 'extraHeaders'],
  );
}

/** Forgets what was seen before it was known which sites are captured. */
export function forgetUncaptured(mayBeCaptured: (url: string) => boolean): void {
  responses = responses.filter(({ url }) => mayBeCaptured(url));
}

/** The headers with which a frame's document came, by its address; undefined where no response was seen. */
export function headersOf(tab: number, frame: number, url: string): Headers | undefined {
  const key = frameKey(tab, frame);
  const address = withoutFragment(url);
  return responses.findLast((response) => response.frame === key && response.url === address)?.headers;
}

function frameKey(tab: number, frame: number): string {
  return `${tab}/${frame}`;
}
