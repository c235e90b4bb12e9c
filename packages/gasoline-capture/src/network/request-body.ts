/**
 * Request bodies in every form a page can send, described at the call.
 *
 * Nothing is consumed or locked: streams are only named; blobs never change, so theirs may be read a little later.
 */

import { REDACTED } from '../redacted.ts';
import type { PageWindow } from '../page-window.ts';
import { unnoticed } from '../patch.ts';
import { plainText } from '../plain-text.ts';
import { numberFrom, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import {
  apply,
  BrowserPromise,
  byteLengthOf,
  firstBytes,
  isBytes,
  objectTag,
  slice,
} from '../primordials.ts';
import { isSensitiveName } from '../sensitive-names.ts';

import { binaryText, contentKind, described, textBody } from './content.ts';
import type { BodyText } from './content.ts';
import { knownBody, lateBody } from './sent-body.ts';
import type { RequestBody } from './sent-body.ts';

/** Characters of a request body that are kept. */
export const MAX_REQUEST_CHARACTERS = 8192;

/** Describes bodies; undefined where there is none. */
export type DescribeBody = (body: unknown, contentType: string) => RequestBody | undefined;

/** The describer of one window. */
export function bodyDescriber(window: PageWindow, platform: Platform): DescribeBody {
  const readBlob = blobReader(platform);
  const blobType = platform.getter('Blob', 'type');
  const blobSize = platform.getter('Blob', 'size');
  const searchText = platform.method('URLSearchParams', 'toString');
  const formText = formDescriber(platform);
  const decode = byteDecoder(window);

  const bytes = (body: object, size: number, contentType: string): RequestBody => {
    if (contentType === '' || contentKind(contentType) !== 'text')
      return knownBody(described(binaryText(size, contentType)));
    const { text } = textBody(decode(body, MAX_REQUEST_CHARACTERS), MAX_REQUEST_CHARACTERS, contentType);
    return knownBody({ text, truncated: size > MAX_REQUEST_CHARACTERS });
  };
  const blob = (body: object, declared: string): RequestBody => {
    const type = textFrom(blobType(body));
    const contentType = declared === '' ? type : declared;
    const description = described(binaryText(numberFrom(blobSize(body)), contentType));
    return lateBody(description, type === '' ? undefined : type, (settle) => {
      if (contentType === '' || contentKind(contentType) !== 'text') settle(undefined);
      else readBlob(body, MAX_REQUEST_CHARACTERS, contentType, settle);
    });
  };
  const parameters = (body: object): RequestBody =>
    knownBody(textBody(textFrom(searchText(body)), MAX_REQUEST_CHARACTERS, FORM_TYPE), FORM_TYPE);
  // By tag, because a refusal by a brand check is expensive; the class's own members then do the reading.
  const object = (body: object, contentType: string): RequestBody => {
    if (isBytes(body)) return bytes(body, byteLengthOf(body), contentType);
    switch (objectTag(body)) {
      case '[object Blob]':
      case '[object File]':
        return blob(body, contentType);
      case '[object FormData]':
        return formText(body);
      case '[object URLSearchParams]':
        return parameters(body);
      case '[object ReadableStream]':
        return knownBody(described('[Stream]'));
      case '[object HTMLDocument]':
      case '[object XMLDocument]':
      case '[object Document]':
        return knownBody(described('[Document]'));
      default:
        return knownBody(described('[Object]'));
    }
  };
  return (body, contentType) => {
    if (body === undefined || body === null) return undefined;
    if (typeof body === 'object') return object(body, contentType);
    return knownBody(
      textBody(plainText(body), MAX_REQUEST_CHARACTERS, contentType),
      'text/plain;charset=UTF-8',
    );
  };
}

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8';

/** Decodes the first bytes of a buffer or view as UTF-8. */
export function byteDecoder(window: PageWindow): (source: object, maxBytes: number) => string {
  const Decoder = window.TextDecoder;
  const { decode } = Decoder.prototype;
  return (source, maxBytes) => textFrom(apply(decode, new Decoder(), [firstBytes(source, maxBytes)]));
}

/** Reads the start of a blob. */
export type ReadBlob = (
  blob: object,
  limit: number,
  contentType: string,
  done: (body: BodyText) => void,
) => void;

/** The blob reader of one window. */
export function blobReader(platform: Platform): ReadBlob {
  const sizeOf = platform.getter('Blob', 'size');
  const part = platform.method('Blob', 'slice');
  const text = platform.method('Blob', 'text');
  const { then } = BrowserPromise.prototype;
  return (blob, limit, contentType, done) => {
    const truncated = numberFrom(sizeOf(blob)) > limit;
    const answer = text(truncated ? part(blob, 0, limit) : blob);
    void apply(then, answer, [
      (read: unknown) => {
        unnoticed(() => {
          done({ ...textBody(textFrom(read), limit, contentType), truncated });
        });
      },
      // A file that vanished from disk: its size and type remain.
      () => undefined,
    ]);
  };
}

/** Names and values of a `FormData`, one a line. */
function formDescriber(platform: Platform): (body: object) => RequestBody {
  const forEach = platform.method('FormData', 'forEach');
  const fileName = platform.getter('File', 'name');
  const size = platform.getter('Blob', 'size');
  const type = platform.getter('Blob', 'type');

  const valueText = (name: string, value: unknown): string => {
    if (typeof value === 'string') return isSensitiveName(name) ? REDACTED : value;
    return `[File: ${textFrom(fileName(value))}, ${numberFrom(size(value))} bytes, ${textFrom(type(value))}]`;
  };
  return (body) => {
    let text = '';
    forEach(body, (value: unknown, name: unknown) => {
      if (text.length > MAX_REQUEST_CHARACTERS) return;
      text += `${text && '\n'}${textFrom(name)}=${valueText(textFrom(name), value)}`;
    });
    const truncated = text.length > MAX_REQUEST_CHARACTERS;
    return knownBody({ text: slice(text, 0, MAX_REQUEST_CHARACTERS), truncated }, 'multipart/form-data');
  };
}
