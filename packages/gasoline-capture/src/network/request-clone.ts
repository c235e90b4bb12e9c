/**
 * The body of a `Request` object, read from a clone.
 *
 * The clone must be taken before the page's own request is sent, because sending uses the body up. Only text is
 * looked at: the browser itself declares the type of text bodies, while callers that pass a stream seldom do. A copy
 * with other headers has lost the declaration. Where it goes over plain HTTP it is no stream, which browsers send over
 * HTTP/2 only, and is tried as text.
 */

import type { PageWindow } from '../page-window.ts';
import { accepts, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { indexOf } from '../primordials.ts';

import { contentKind, described, mediaType } from './content.ts';
import { lateBody } from './sent-body.ts';
import type { Settle } from './sent-body.ts';
import { MAX_REQUEST_CHARACTERS } from './request-body.ts';
import type { RequestBody } from './sent-body.ts';
import { streamStartReader } from './stream-start.ts';

/** Reads the body of a `Request`; undefined where it has none. */
export type ReadClonedBody = (request: unknown, contentType: string) => RequestBody | undefined;

/** The reader of one window. */
export function clonedBodyReader(window: PageWindow, platform: Platform): ReadClonedBody {
  const methodOf = platform.getter('Request', 'method');
  const cloneOf = platform.method('Request', 'clone');
  const bodyOf = platform.getter('Request', 'body');
  const urlOf = platform.getter('Request', 'url');
  const readStart = streamStartReader(window, platform);

  /** Firefox does not tell. */
  const hasBody = (request: unknown): boolean => accepts(bodyOf, request) && bodyOf(request) !== null;
  const read = (request: unknown, contentType: string, settle: Settle): void => {
    const stream = bodyOf(cloneOf(request));
    if (stream === null) settle(undefined);
    else
      readStart(
        stream,
        { maxBytes: MAX_REQUEST_CHARACTERS, contentType },
        {
          arrived: () => undefined,
          finished: settle,
          failed: () => {
            settle(undefined);
          },
        },
      );
  };
  return (request, contentType) => {
    const method = methodOf(request);
    if (method === 'GET' || method === 'HEAD' || (contentType === '' && !hasBody(request))) return undefined;
    const description = described(contentType === '' ? '[Unread]' : `[Unread: ${mediaType(contentType)}]`);
    return lateBody(description, undefined, (settle) => {
      if (contentType === '' ? isPlainHttp(textFrom(urlOf(request))) : isReadable(contentType))
        read(request, contentType, settle);
      else settle(undefined);
    });
  };
}

function isPlainHttp(url: string): boolean {
  return indexOf(url, 'http:') === 0;
}

function isReadable(contentType: string): boolean {
  return contentKind(contentType) === 'text' && indexOf(contentType, 'multipart/') !== 0;
}
