/** What a content type says about a body: whether it is worth reading, and how it is described if not. */

import type { FieldSyntax } from '../mask.ts';
import { maskFields, maskText } from '../mask.ts';
import { execute, indexOf, lowerCase, parseInt, slice } from '../primordials.ts';

import type { HeaderValues } from './headers.ts';

/** Bodies are read as text, named by size and type, or left alone because they may never end. */
export type ContentKind = 'text' | 'binary' | 'stream';

/** A body as it goes into an entry. */
export interface BodyText {
  readonly text: string;
  readonly truncated: boolean;
  /** Present where the text is ours: what the body is, not what it says. */
  readonly isDescription?: true;
  /** Present where the browser could not read it as the JSON it was asked for. */
  readonly isNotJson?: true;
}

const STREAM =
  /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|stream\+json|grpc)|multipart\/x-mixed-replace)/;

const BINARY =
  /^(?:image|font|audio|video|model)\/|^application\/(?:octet-stream|wasm|zip|gzip|x-gzip|x-tar|pdf|font|x-font|vnd\.ms-fontobject|protobuf|x-protobuf|vnd\.google\.protobuf|msgpack|x-msgpack|cbor)/;

/** How to treat a body of this type; one without a type is tried as text. */
export function contentKind(contentType: string): ContentKind {
  const type = lowerCase(contentType);
  if (execute(STREAM, type) !== null) return 'stream';
  return execute(BINARY, type) === null ? 'text' : 'binary';
}

/** `[Binary: 1204 bytes, image/png]`. */
export function binaryText(size: number | undefined, type: string): string {
  return sizedText('Binary', size, type);
}

/** `[Not JSON: 1204 bytes, text/html]`. */
export function notJsonText(size: number | undefined, type: string): string {
  return sizedText('Not JSON', size, type);
}

function sizedText(what: string, size: number | undefined, type: string): string {
  const amount = size === undefined ? 'unknown size' : `${size} bytes`;
  return `[${what}: ${amount}${type && ', '}${mediaType(type)}]`;
}

/** The bytes of a body, where its headers say so. */
export function declaredSize(headers: HeaderValues): number | undefined {
  // Of a compressed body it is the size on the way.
  if (headers['content-encoding'] !== undefined) return undefined;
  const size = parseInt(headers['content-length'] ?? '');
  return size >= 0 ? size : undefined;
}

/** A text body: cut at `limit` characters, sensitive fields masked. */
export function textBody(text: string, limit: number, contentType: string): BodyText {
  const truncated = text.length > limit;
  return { text: masked(truncated ? slice(text, 0, limit) : text, contentType), truncated };
}

/** A body described instead of shown. */
export function described(text: string): BodyText {
  return { text, truncated: false, isDescription: true };
}

/** A type without its parameters. */
export function mediaType(contentType: string): string {
  const end = indexOf(contentType, ';');
  return end < 0 ? contentType : slice(contentType, 0, end);
}

function masked(text: string, contentType: string): string {
  const syntax = declaredSyntax(lowerCase(contentType));
  return syntax === undefined ? maskText(text) : maskFields(text, syntax);
}

function declaredSyntax(contentType: string): FieldSyntax | undefined {
  if (indexOf(contentType, 'json') >= 0) return 'json';
  return indexOf(contentType, 'x-www-form-urlencoded') >= 0 ? 'form' : undefined;
}
