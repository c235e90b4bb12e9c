/**
 * The response of an `XMLHttpRequest`, in the form the page asked for.
 *
 * Only what the browser holds ready is looked at: text and parsed JSON are the ones the page itself is about to get.
 */

import type { Env } from '../env.ts';
import { accepts, numberFrom, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { byteLengthOf, indexOf, lowerCase } from '../primordials.ts';

import {
  binaryText,
  contentKind,
  declaredSize,
  described,
  mediaType,
  notJsonText,
  textBody,
} from './content.ts';
import type { BodyText } from './content.ts';
import { MAX_RESPONSE } from './exchange.ts';
import type { HeaderValues } from './headers.ts';
import { jsonStart } from './json-start.ts';
import { blobReader, byteDecoder } from './request-body.ts';

/** Reads a response; `done` is called once, perhaps later. */
export type ReadXhrResponse = (
  xhr: unknown,
  headers: HeaderValues,
  done: (body: BodyText | undefined) => void,
) => void;

/** The reader of one window. */
export function xhrResponseReader(env: Env, platform: Platform): ReadXhrResponse {
  const responseType = platform.getter('XMLHttpRequest', 'responseType');
  const responseText = platform.getter('XMLHttpRequest', 'responseText');
  const response = platform.getter('XMLHttpRequest', 'response');
  const blobSize = platform.getter('Blob', 'size');
  const readBlob = blobReader(platform);
  const decode = byteDecoder(env.window);

  const bytes = (buffer: unknown, contentType: string): BodyText | undefined => {
    if (typeof buffer !== 'object' || buffer === null) return undefined;
    const size = byteLengthOf(buffer);
    if (!isText(contentType)) return described(binaryText(size, contentType));
    const { text } = textBody(decode(buffer, MAX_RESPONSE), MAX_RESPONSE, contentType);
    return { text, truncated: size > MAX_RESPONSE };
  };
  const blob = (value: unknown, contentType: string, done: (body: BodyText | undefined) => void): void => {
    if (typeof value === 'object' && value !== null && isText(contentType))
      readBlob(value, MAX_RESPONSE, contentType, done);
    else done(described(binaryText(accepts(blobSize, value) ? numberFrom(blobSize(value)) : 0, contentType)));
  };
  return (xhr, headers, done) => {
    const contentType = headers['content-type'] ?? '';
    switch (responseType(xhr)) {
      case '':
      case 'text':
        done(textual(textFrom(responseText(xhr)), contentType));
        return;
      case 'json':
        done(parsed(response(xhr), headers));
        return;
      case 'arraybuffer':
        done(bytes(response(xhr), contentType));
        return;
      case 'blob':
        blob(response(xhr), contentType, done);
        return;
      default:
        done(described(`[Document: ${mediaType(contentType)}]`));
    }
  };
}

/** A page may ask for any bytes as text. */
function textual(text: string, contentType: string): BodyText {
  return contentKind(contentType) === 'binary'
    ? described(binaryText(undefined, contentType))
    : textBody(text, MAX_RESPONSE, contentType);
}

/** JSON the browser has parsed for the page. */
function parsed(value: unknown, headers: HeaderValues): BodyText {
  if (value === null && !mayBeNull(headers)) return notJsonBody(headers);
  const { text, isWhole } = jsonStart(value, MAX_RESPONSE);
  const body = textBody(text, MAX_RESPONSE, 'application/json');
  return isWhole ? body : { text: body.text, truncated: true };
}

/** An empty body is no mistake. */
function notJsonBody(headers: HeaderValues): BodyText {
  const size = declaredSize(headers);
  const body = described(notJsonText(size, headers['content-type'] ?? ''));
  return size === 0 ? body : { ...body, isNotJson: true };
}

/** Whether the browser read `null`, which it says also of what it cannot parse: JSON of that length, or of none it told. */
function mayBeNull(headers: HeaderValues): boolean {
  const size = declaredSize(headers) ?? NULL_BYTES;
  return size === NULL_BYTES && indexOf(lowerCase(headers['content-type'] ?? ''), 'json') >= 0;
}

const NULL_BYTES = 4;

function isText(contentType: string): boolean {
  return contentType !== '' && contentKind(contentType) === 'text';
}
