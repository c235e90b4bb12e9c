/** A script of a page with its map, read from where the page has it. */

import { decodedMappings } from '@jridgewell/trace-mapping';
import type { TraceMap } from '@jridgewell/trace-mapping';

import { fetchText, isHtml } from './bounded-fetch.ts';
import type { Fetch, FetchedText, FetchRequest } from './bounded-fetch.ts';
import { dataUrlText } from './data-url.ts';
import { LIMITS } from './limits.ts';
import { linkOfEvaluated, mapLink } from './map-link.ts';
import { readMap, resolved } from './read-map.ts';
import { seenScript } from './seen-script.ts';
import type { SeenScript } from './seen-script.ts';
import { lineStarts } from './text-lines.ts';
import { addressText, reasonOf, Unavailable } from './unavailable.ts';

/** What is known of a script. */
export interface Script {
  readonly url: string;
  readonly text: string;
  readonly lineStarts: Uint32Array;
  /** Why there is no map, where there is none. */
  readonly map: TraceMap | { readonly missing: string };
  /** What keeping it costs, in bytes, roughly. */
  readonly weight: number;
  /** Changes when the script or its map does. */
  readonly fingerprint: string;
  /** What its answer said about it; nothing of a script that came with another. */
  readonly seen: SeenScript | undefined;
}

/** How a script is read. */
export interface Reading {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** Origin of the document: where cookies may go, and who may not reach into somebody's private network. */
  readonly pageOrigin: string;
  /** A script already decoded is used again where its texts are the same. */
  readonly known: (fingerprint: string) => Script | undefined;
  /** Looks for maps that are not served. */
  readonly findMap?: FindMap | undefined;
}

/** A map that was found elsewhere than where the script says. */
export interface FoundMap {
  /** For reasons. */
  readonly name: string;
  readonly text: string;
}

/** Looks for the map of a script, whose own link to it leads nowhere or is missing. */
export type FindMap = (script: {
  readonly url: string;
  readonly text: string;
}) => Promise<FoundMap | undefined>;

/** A decoded segment: an array of five small numbers. */
const BYTES_PER_SEGMENT = 72;

/** Reads a script and its map. Fails only where the script itself cannot be read. */
export async function readScript(url: string, reading: Reading): Promise<Script> {
  const fetched = await fetchScript(url, reading);
  const seen = seenScript((name) => fetched.headers.get(name));
  const link = mapLink(fetched.text, fetched.headers);
  const mapUrl = link === undefined ? undefined : resolved(link, fetched.url);
  const script =
    mapUrl === undefined
      ? withoutMap(url, fetched.text, `${addressText(url)} names no source map: turn them on in the build`)
      : await withMap(url, fetched.text, mapUrl, reading);
  return { ...('missing' in script.map ? await withFoundMap(script, mapUrl, reading) : script), seen };
}

/** The script with a map that is not served, if there is one. */
async function withFoundMap(script: Script, mapUrl: string | undefined, reading: Reading): Promise<Script> {
  const found = await reading.findMap?.(script);
  if (found === undefined) return script;
  try {
    return await decoded(script, { ...found, url: mapUrl ?? `${script.url}.map` }, reading);
  } catch (error) {
    return withoutMap(script.url, script.text, reasonOf(error));
  }
}

/** Finds a module that one of the bundles evaluates from a string. */
export async function readEvaluated(
  moduleUrl: string,
  bundles: readonly Script[],
  reading: Reading,
): Promise<Script> {
  const evaluated = bundles
    .map(({ text }) => linkOfEvaluated(text, moduleUrl))
    .find((each) => each !== undefined);
  if (evaluated === undefined)
    throw new Unavailable(
      `${addressText(moduleUrl)} is evaluated from a string, and no script of the page holds a map of it: set devtool to "source-map" or "eval-source-map"`,
    );
  return withMap(moduleUrl, evaluated.text, evaluated.link, reading);
}

async function withMap(url: string, text: string, mapUrl: string, reading: Reading): Promise<Script> {
  try {
    const isInline = mapUrl.startsWith('data:');
    const mapText = isInline ? dataUrlText(mapUrl) : await fetchMap(mapUrl, reading);
    const map = { name: addressText(mapUrl), url: isInline ? url : mapUrl, text: mapText };
    return await decoded({ url, text }, map, reading);
  } catch (error) {
    return withoutMap(url, text, reasonOf(error));
  }
}

async function decoded(
  { url, text }: { readonly url: string; readonly text: string },
  map: FoundMap & { readonly url: string },
  reading: Reading,
): Promise<Script> {
  const fingerprint = await fingerprintOf(url, text, map.text);
  const known = reading.known(fingerprint);
  if (known !== undefined) return known;
  const starts = lineStarts(text);
  const read = await readMap(map.text, {
    name: map.name,
    url: map.url,
    scriptLines: text === '' ? Infinity : starts.length,
    fetchSection: (section) => fetchMap(section, reading),
  });
  const weight = text.length + starts.byteLength + map.text.length + segments(read) * BYTES_PER_SEGMENT;
  return { url, text, lineStarts: starts, map: read, weight, fingerprint, seen: undefined };
}

function withoutMap(url: string, text: string, missing: string): Script {
  const starts = lineStarts(text);
  const weight = text.length + starts.byteLength;
  return { url, text, lineStarts: starts, map: { missing }, weight, fingerprint: '', seen: undefined };
}

function segments(map: TraceMap): number {
  return decodedMappings(map).reduce((sum, line) => sum + line.length, 0);
}

async function fetchScript(url: string, reading: Reading): Promise<FetchedText> {
  if (url.startsWith('data:')) return { text: dataUrlText(url), url, headers: new Headers() };
  const fetched = await fetchText(reading.fetch, url, LIMITS.scriptBytes, requestFor(url, reading));
  if (isHtml(fetched)) throw new Unavailable(`${addressText(url)} answered with a page instead of a script`);
  return fetched;
}

async function fetchMap(url: string, reading: Reading): Promise<string> {
  const fetched = await fetchText(reading.fetch, url, LIMITS.mapBytes, requestFor(url, reading));
  if (isHtml(fetched)) throw new Unavailable(`${addressText(url)} answered with a page instead of a map`);
  return fetched.text;
}

/** Reads an original source that its map does not hold; only from where the page comes from. */
export async function fetchSource(url: string, reading: Reading): Promise<string> {
  const name = addressText(url);
  if (originOf(url) !== reading.pageOrigin)
    throw new Unavailable(
      `${name} is not in its map, and not of the page's origin: build with sourcesContent`,
    );
  const fetched = await fetchText(reading.fetch, url, LIMITS.sourceBytes, requestFor(url, reading));
  if (isHtml(fetched))
    throw new Unavailable(
      `${name} is not in its map, and its server does not have it: build with sourcesContent`,
    );
  return fetched.text;
}

/**
 * A stack is a text, which a page can write as it likes. So cookies go only to its own origin, and a page from
 * elsewhere has nothing fetched from this machine or its network, by a redirect neither.
 */
function requestFor(url: string, { signal, pageOrigin }: Reading): FetchRequest {
  const origin = originOf(url);
  if (origin === undefined)
    throw new Unavailable(`${addressText(url)} cannot be fetched from outside the page`);
  if (isLocal(origin) && !isLocal(pageOrigin))
    throw new Unavailable(`${addressText(url)} is on this machine or its network, but the page is not`);
  return {
    signal,
    credentials: origin === pageOrigin ? 'include' : 'omit',
    redirect: isLocal(pageOrigin) ? 'follow' : 'error',
  };
}

/** Undefined for anything but HTTP. */
function originOf(url: string): string | undefined {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Names without a dot, names that stay at home, and private addresses. */
const LOCAL_HOST =
  /^(?:[^.]+|.*\.(?:localhost|local|test|internal|lan|home|arpa)|(?:0|10|127)\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|169\.254\..*)$/;

function isLocal(origin: string): boolean {
  return LOCAL_HOST.test(/^https?:\/\/(.+?)(?::\d+)?$/.exec(origin)?.[1] ?? '');
}

async function fingerprintOf(...texts: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(texts.join('\0'));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
