/**
 * From the text of a map to something positions can be looked up in.
 *
 * Maps come from anywhere: each is checked before the library sees it, and sections of index maps are fetched and
 * counted here, because a section may name its own map again.
 */

import { AnyMap, decodedMappings } from '@jridgewell/trace-mapping';
import type {
  EncodedSourceMap,
  SectionedSourceMapXInput,
  SectionXInput,
  TraceMap,
} from '@jridgewell/trace-mapping';

import { Unavailable } from './unavailable.ts';

/** Index maps within index maps. */
const MAX_DEPTH = 4;

/** Sections of an index map in all. */
const MAX_SECTIONS = 2000;

/** Lines a map may tell of beyond those its script has; some tools count a few more. */
const SPARE_LINES = 1000;

/** What is known about a map beside its text. */
export interface MapOrigin {
  /** For reasons. */
  readonly name: string;
  /** Sources are relative to it; undefined where the map has no address of its own. */
  readonly url: string;
  /** Lines of the script. */
  readonly scriptLines: number;
  /** Reads a section that is a file of its own. */
  readonly fetchSection: (url: string) => Promise<string>;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a map, decoded. */
export async function readMap(text: string, origin: MapOrigin): Promise<TraceMap> {
  const budget = { sections: MAX_SECTIONS };
  const checked = await checkedMap(parseMap(text, origin.name), origin, [origin.url], budget);
  try {
    const map = new AnyMap(checked, origin.url);
    decodedMappings(map);
    return map;
  } catch (error) {
    throw new Unavailable(`${origin.name} cannot be decoded: ${String(error)}`);
  }
}

function parseMap(text: string, name: string): unknown {
  // Some servers put a line in front that makes JSON useless to scripts of others.
  const json = text.startsWith(")]}'") ? text.slice(text.indexOf('\n') + 1) : text;
  if (/^\s*</.test(json)) throw new Unavailable(`${name} answered with a page instead of a map`);
  try {
    return JSON.parse(json);
  } catch {
    throw new Unavailable(`${name} is no JSON: cut off, or not a source map`);
  }
}

async function checkedMap(
  value: unknown,
  origin: MapOrigin,
  path: readonly string[],
  budget: { sections: number },
): Promise<EncodedSourceMap | SectionedSourceMapXInput> {
  if (!isObject(value)) throw new Unavailable(`${origin.name} is not a source map`);
  const version = value['version'];
  if (Number(version) !== 3)
    throw new Unavailable(`${origin.name} has version ${shown(version)}, only 3 is read`);
  if (!Array.isArray(value['sections'])) return plainMap(value, origin);
  if (path.length > MAX_DEPTH) throw new Unavailable(`${origin.name} nests its sections too deeply`);
  const listed: readonly unknown[] = value['sections'];
  const sections: SectionXInput[] = [];
  for (const section of listed) {
    budget.sections -= 1;
    if (budget.sections < 0) throw new Unavailable(`${origin.name} has more than ${MAX_SECTIONS} sections`);
    sections.push(await checkedSection(section, origin, path, budget));
  }
  return { version: 3, sections };
}

async function checkedSection(
  value: unknown,
  origin: MapOrigin,
  path: readonly string[],
  budget: { sections: number },
): Promise<SectionXInput> {
  const offset = isObject(value) ? value['offset'] : undefined;
  if (!isObject(value) || !isObject(offset))
    throw new Unavailable(`${origin.name} has a section without a place`);
  const place = { line: wholeNumber(offset['line']), column: wholeNumber(offset['column']) };
  const link = value['url'];
  if (typeof link !== 'string')
    return { offset: place, map: await checkedMap(value['map'], origin, [...path, origin.url], budget) };
  const url = resolved(link, origin.url);
  if (path.includes(url)) throw new Unavailable(`${origin.name} is an index map that contains itself`);
  const text = await origin.fetchSection(url);
  const map = await checkedMap(parseMap(text, origin.name), { ...origin, url }, [...path, url], budget);
  return { offset: place, map };
}

function plainMap(value: JsonObject, { name, scriptLines }: MapOrigin): EncodedSourceMap {
  const { mappings, sources, names, sourcesContent, sourceRoot, ignoreList } = value;
  if (typeof mappings !== 'string' || !Array.isArray(sources))
    throw new Unavailable(`${name} has no mappings or no sources`);
  if (lineCount(mappings) > scriptLines + SPARE_LINES)
    throw new Unavailable(`${name} is not the map of this script: it tells of more lines than there are`);
  return {
    version: 3,
    mappings,
    sources: sources.map(textOrNull),
    names: Array.isArray(names) ? names.map((each) => textOrNull(each) ?? '') : [],
    sourcesContent: Array.isArray(sourcesContent) ? sourcesContent.map(textOrNull) : [],
    ...(typeof sourceRoot === 'string' ? { sourceRoot } : {}),
    ignoreList: numbers(ignoreList ?? value['x_google_ignoreList']),
  };
}

function lineCount(mappings: string): number {
  let lines = 1;
  for (let at = mappings.indexOf(';'); at >= 0; at = mappings.indexOf(';', at + 1)) lines += 1;
  return lines;
}

/** An address relative to another; as it is where that makes none. */
export function resolved(link: string, base: string): string {
  try {
    return new URL(link, base).href;
  } catch {
    return link;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
}

function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0;
}

function shown(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 20) : 'none';
}
