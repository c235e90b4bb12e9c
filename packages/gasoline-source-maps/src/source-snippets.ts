/**
 * From a stack to the source around it.
 *
 * Reads the scripts of the uppermost frames with their maps, at once and within the budgets, finds the original
 * places, puts the app's before those of libraries and shows the first three. Whatever fails is a reason, never an error.
 */

import type { SourceSnippet } from 'gasoline-wire';

import type { Fetch } from './bounded-fetch.ts';
import { withDeadline } from './deadline.ts';
import { withoutFragment } from './fragment.ts';
import type { Frame } from './frame.ts';
import { isLibrary } from './library.ts';
import { LIMITS } from './limits.ts';
import { originalOf } from './original.ts';
import type { Original } from './original.ts';
import { fetchSource, readEvaluated, readScript } from './script.ts';
import type { Reading, Script } from './script.ts';
import { ScriptCache } from './script-cache.ts';
import type { ReadScript } from './script-cache.ts';
import { linesAround, withinBytes } from './snippet.ts';
import { addressText, reasonOf, Unavailable } from './unavailable.ts';

/** Whose error it is. */
export interface ErrorOrigin {
  /** Document instance: what was read for one need not hold for another. */
  readonly page: string;
  /** Addresses of the document: it is not fetched again for an inline script. */
  readonly documents: readonly string[];
  /** Addresses of the document's scripts: a module that is evaluated from a string does not say from which. */
  readonly scripts?: (() => Promise<readonly string[]>) | undefined;
}

/** What is to be shown, and what could not be and why. */
export interface SnippetsFound {
  readonly snippets: SourceSnippet[];
  readonly missing: string | undefined;
}

/** What the snippets are made with. */
export interface SnippetParts {
  readonly fetch: Fetch;
  readonly now: () => number;
  /** Bytes of scripts and maps that are kept while errors come. */
  readonly cacheBytes?: number | undefined;
}

type Place = { readonly original: Original } | { readonly missing: string };

const WEBPACK_EVALUATED = 'webpack-internal:';

/** Scripts that are looked through for an evaluated module. */
const MAX_BUNDLES = 8;

/** Makes snippets, and remembers what it read for that. */
export class SourceSnippets {
  readonly #parts: SnippetParts;
  readonly #cache: ScriptCache;

  constructor(parts: SnippetParts) {
    this.#parts = parts;
    this.#cache = new ScriptCache(parts.now, parts.cacheBytes);
  }

  /** The source around the places of a stack. Never fails, and answers within the time for one error. */
  async of(frames: readonly Frame[], origin: ErrorOrigin): Promise<SnippetsFound> {
    const found: { snippets: SourceSnippet[]; reasons: string[] } = { snippets: [], reasons: [] };
    try {
      await withDeadline(LIMITS.totalMs, 'reading the source maps took too long', () =>
        this.#find(frames.slice(0, LIMITS.frames), origin, found),
      );
    } catch (error) {
      found.reasons.push(reasonOf(error));
    }
    const missing = [...new Set(found.reasons)].slice(0, LIMITS.files).join('; ');
    return { snippets: found.snippets, missing: missing === '' ? undefined : missing };
  }

  async #find(
    frames: readonly Frame[],
    origin: ErrorOrigin,
    found: { snippets: SourceSnippet[]; reasons: string[] },
  ): Promise<void> {
    if (frames.length === 0) throw new Unavailable('the stack names no script of the page');
    const scripts = await this.#scriptsOf(frames, origin);
    const deadline = this.#parts.now() + LIMITS.extractionMs;
    const places = ranked(placesOf(frames, scripts, () => this.#parts.now() > deadline));
    const sources = new Map<string, Promise<string>>();
    const attempts = places
      .slice(0, LIMITS.frames / 2)
      .map((place) => ('missing' in place ? place : this.#snippetOf(place.original, origin, sources)));
    for (const attempt of attempts) {
      if (found.snippets.length === LIMITS.snippets) break;
      const snippet = await attempt;
      // What is behind a place that is shown is of less use than it costs to explain.
      if ('missing' in snippet && found.snippets.length === 0) found.reasons.push(snippet.missing);
      if ('file' in snippet) found.snippets = withinBytes([...found.snippets, snippet], LIMITS.snippetBytes);
    }
  }

  /** The scripts of the frames by address, the app's first; each read, or the reason why not. */
  async #scriptsOf(
    frames: readonly Frame[],
    origin: ErrorOrigin,
  ): Promise<ReadonlyMap<string, Script | Unavailable>> {
    const urls = [...new Set(frames.map(({ url }) => url))];
    const app = urls.filter((url) => !isLibrary(url));
    const chosen = [...app, ...urls.filter(isLibrary)].slice(0, LIMITS.files);
    const bundles = urls.filter((url) => !url.startsWith(WEBPACK_EVALUATED)).slice(0, LIMITS.files);
    const reading = chosen.map(async (url): Promise<[string, Script | Unavailable]> => {
      const script = this.#script(url, bundles, origin);
      return [url, await script.catch((error: unknown) => new Unavailable(reasonOf(error)))];
    });
    return new Map(await Promise.all(reading));
  }

  async #script(url: string, bundles: readonly string[], origin: ErrorOrigin): Promise<Script> {
    if (origin.documents.map(withoutFragment).includes(withoutFragment(url)))
      throw new Unavailable('the error is in an inline script, and documents are not fetched again');
    const late = `${addressText(url)} and its map did not arrive within ${LIMITS.fileMs / 1000} s`;
    const read: ReadScript = (known) =>
      withDeadline(LIMITS.fileMs, late, async (signal) => {
        const reading = this.#reading(origin, signal, known);
        if (!url.startsWith(WEBPACK_EVALUATED)) return readScript(url, reading);
        return readEvaluated(url, await this.#bundles(bundles, origin), reading);
      });
    return this.#cache.get(url, origin.page, read);
  }

  /** Scripts that may hold evaluated modules: those of the stack, then the document's others. */
  async #bundles(ofStack: readonly string[], origin: ErrorOrigin): Promise<readonly Script[]> {
    const others = (await origin.scripts?.().catch(() => [])) ?? [];
    const urls = [...new Set([...ofStack, ...others])].slice(0, MAX_BUNDLES);
    const scripts = await Promise.allSettled(urls.map((url) => this.#script(url, [], origin)));
    return scripts.flatMap(fulfilled);
  }

  async #snippetOf(
    original: Original,
    origin: ErrorOrigin,
    sources: Map<string, Promise<string>>,
  ): Promise<SourceSnippet | { missing: string }> {
    const { file, line, column, note } = original;
    try {
      const content = original.content ?? (await this.#source(original.address, origin, sources));
      const snippet = linesAround(content, line, column);
      if (snippet === undefined)
        throw new Unavailable(`${file} has no line ${line}: the map is not of this source`);
      const functionName = original.functionName();
      return {
        file,
        line,
        column,
        ...(functionName === undefined ? {} : { function: functionName }),
        snippet,
        ...(note === undefined ? {} : { note }),
      };
    } catch (error) {
      return { missing: reasonOf(error) };
    }
  }

  /** A source that its map does not hold; once for all places in it. */
  async #source(
    address: string,
    origin: ErrorOrigin,
    sources: Map<string, Promise<string>>,
  ): Promise<string> {
    const late = `${addressText(address)} did not arrive within ${LIMITS.fileMs / 1000} s`;
    const source =
      sources.get(address) ??
      withDeadline(LIMITS.fileMs, late, (signal) =>
        fetchSource(
          address,
          this.#reading(origin, signal, () => undefined),
        ),
      );
    sources.set(address, source);
    return source;
  }

  #reading({ documents }: ErrorOrigin, signal: AbortSignal, known: Reading['known']): Reading {
    const document = documents.find((url) => URL.canParse(url));
    const pageOrigin = document === undefined ? 'null' : new URL(document).origin;
    return { fetch: this.#parts.fetch, signal, pageOrigin, known };
  }
}

function placesOf(
  frames: readonly Frame[],
  scripts: ReadonlyMap<string, Script | Unavailable>,
  isLate: () => boolean,
): Place[] {
  const places: Place[] = [];
  for (const frame of frames) {
    const script = scripts.get(frame.url);
    if (script === undefined) continue;
    if (places.length > 0 && isLate()) break;
    places.push(placeOf(frame, script));
  }
  return places;
}

function placeOf(frame: Frame, script: Script | Unavailable): Place {
  if (script instanceof Unavailable) return { missing: script.message };
  try {
    return { original: originalOf(frame, script) };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
}

/** Each place once, those of libraries last. */
function ranked(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  const distinct = places.filter((place) => {
    const key = 'missing' in place ? place.missing : `${place.original.file}:${place.original.line}`;
    return !seen.has(key) && seen.add(key);
  });
  const isOfLibrary = (place: Place): boolean => 'original' in place && place.original.isLibrary;
  return [...distinct.filter((place) => !isOfLibrary(place)), ...distinct.filter(isOfLibrary)];
}

function fulfilled<Value>(result: PromiseSettledResult<Value>): Value[] {
  return result.status === 'fulfilled' ? [result.value] : [];
}
