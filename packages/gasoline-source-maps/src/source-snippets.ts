/**
 * From a stack to the source around it.
 *
 * Reads the scripts of the uppermost frames with their maps, at once and within the budgets, finds the original
 * places, puts the app's before those of libraries and shows the first three. Whatever fails is a reason, never an error.
 */

import type { SourcePlace, SourceSnippet } from 'gasoline-wire';

import type { Fetch } from './bounded-fetch.ts';
import { withDeadline } from './deadline.ts';
import { withoutFragment } from './fragment.ts';
import type { Frame } from './frame.ts';
import { isLibrary } from './library.ts';
import { LIMITS } from './limits.ts';
import { originalOf } from './original.ts';
import type { Original } from './original.ts';
import { fetchSource, readEvaluated, readScript } from './script.ts';
import type { FindMap, Reading, Script } from './script.ts';
import { ScriptCache } from './script-cache.ts';
import type { ReadScript } from './script-cache.ts';
import { linesAround, withinBytes } from './snippet.ts';
import { isNameAt } from './message-name.ts';
import { isSameScript } from './seen-script.ts';
import type { SeenScript } from './seen-script.ts';
import { addressText, reasonOf, Unavailable } from './unavailable.ts';

/** Whose error it is. */
export interface ErrorOrigin {
  /** Document instance: what was read for one need not hold for another. */
  readonly page: string;
  /** Addresses of the document: it is not fetched again for an inline script. */
  readonly documents: readonly string[];
  /** Addresses of the document's scripts: a module that is evaluated from a string does not say from which. */
  readonly scripts?: (() => Promise<readonly string[]>) | undefined;
  /** What was seen of a script when the document loaded it. */
  readonly seen?: ((url: string) => SeenScript | undefined) | undefined;
  /** Type and text of the error, for a look whether its place can be right. */
  readonly message?: string | undefined;
}

/** What is to be shown, and what could not be and why. */
export interface SnippetsFound {
  readonly snippets: SourceSnippet[];
  readonly missing: string | undefined;
}

/** What the snippets are made with. */
export interface SnippetParts {
  readonly fetch: Fetch;
  /** Looks for maps that are not served. */
  readonly findMap?: FindMap | undefined;
  readonly now: () => number;
  /** Bytes of scripts and maps that are kept while errors come. */
  readonly cacheBytes?: number | undefined;
}

type Place = { readonly original: Original; readonly callerBecause?: string } | { readonly missing: string };

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

  /**
   * Where a frame lies in original source; undefined where that cannot be told. Nothing is fetched unless `mayFetch`: then
   * only scripts count that were read for something else.
   */
  async place(frame: Frame, origin: ErrorOrigin, mayFetch: boolean): Promise<SourcePlace | undefined> {
    if (!mayFetch && !this.#cache.has(frame.url, origin.page)) return undefined;
    const scripts = await this.#scriptsOf([frame], origin);
    const script = scripts.get(frame.url);
    const place =
      script === undefined ? undefined : placeOf(frame, script, origin.seen?.(frame.url), undefined);
    if (place === undefined || !('original' in place) || place.original.note !== undefined) return undefined;
    const { file, line, column } = place.original;
    return { file, line, column };
  }

  async #find(
    frames: readonly Frame[],
    origin: ErrorOrigin,
    found: { snippets: SourceSnippet[]; reasons: string[] },
  ): Promise<void> {
    if (frames.length === 0) throw new Unavailable('the stack names no script of the page');
    const scripts = await this.#scriptsOf(frames, origin);
    const deadline = this.#parts.now() + LIMITS.extractionMs;
    const inOrder = placesOf(frames, scripts, origin, () => this.#parts.now() > deadline);
    const places = ranked(inOrder, callerReason(inOrder));
    const sources = new Map<string, Promise<string>>();
    const attempts = places
      .slice(0, LIMITS.frames / 2)
      .map((place) => ('missing' in place ? place : this.#snippetOf(place, origin, sources)));
    for (const attempt of attempts) {
      if (found.snippets.length === LIMITS.snippets) break;
      const snippet = await attempt;
      // What is behind a place that is shown is of less use than it costs to explain.
      if (!('file' in snippet)) {
        if (found.snippets.length === 0) found.reasons.push(snippet.missing);
      } else found.snippets = withinBytes([...found.snippets, snippet], LIMITS.snippetBytes);
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
    { original, callerBecause }: Exclude<Place, { missing: string }>,
    origin: ErrorOrigin,
    sources: Map<string, Promise<string>>,
  ): Promise<SourceSnippet | { missing: string }> {
    const { file, line, column, note } = original;
    try {
      const lines = await this.#linesOf(original, origin, sources);
      const functionName = original.functionName();
      return {
        file,
        line,
        column,
        ...(functionName === undefined ? {} : { function: functionName }),
        ...lines,
        ...(note === undefined ? {} : { note }),
        ...(callerBecause === undefined ? {} : { callerBecause }),
      };
    } catch (error) {
      return { missing: reasonOf(error) };
    }
  }

  /** The lines around a place; where the source cannot be had, the place stays and the reason is told. */
  async #linesOf(
    { content, address, file, line, column }: Original,
    origin: ErrorOrigin,
    sources: Map<string, Promise<string>>,
  ): Promise<Pick<SourceSnippet, 'snippet' | 'missing'>> {
    let text: string;
    try {
      text = content ?? (await this.#source(address, origin, sources));
    } catch (error) {
      return { snippet: [], missing: reasonOf(error) };
    }
    const snippet = linesAround(text, line, column);
    if (snippet === undefined)
      throw new Unavailable(`${file} has no line ${line}: the map is not of this source`);
    return { snippet };
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
    const { fetch, findMap } = this.#parts;
    return { fetch, findMap, signal, pageOrigin, known };
  }
}

function placesOf(
  frames: readonly Frame[],
  scripts: ReadonlyMap<string, Script | Unavailable>,
  origin: ErrorOrigin,
  isLate: () => boolean,
): FramePlace[] {
  const places: FramePlace[] = [];
  for (const [index, frame] of frames.entries()) {
    const script = scripts.get(frame.url);
    if (script === undefined) continue;
    if (places.length > 0 && isLate()) break;
    // Only the uppermost frame is where the message came from.
    const message = index === 0 ? origin.message : undefined;
    const isOfLibrary = isLibrary(frame.url);
    places.push({ isOfLibrary, ...placeOf(frame, script, origin.seen?.(frame.url), message) });
  }
  return places;
}

/** A place in the order of the stack. */
type FramePlace = Place & { readonly isOfLibrary: boolean };

function placeOf(
  frame: Frame,
  script: Script | Unavailable,
  seen: SeenScript | undefined,
  message: string | undefined,
): Place {
  if (script instanceof Unavailable) return { missing: script.message };
  try {
    checkSame(frame, script, seen, message);
    return { original: originalOf(frame, script) };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
}

/** A script that was built anew since the page loaded it has other lines. */
function checkSame(
  frame: Frame,
  script: Script,
  seen: SeenScript | undefined,
  message: string | undefined,
): void {
  const isSame =
    seen === undefined || script.seen === undefined ? undefined : isSameScript(seen, script.seen);
  if (isSame === true) return;
  const name = addressText(frame.url);
  if (isSame === false)
    throw new Unavailable(`${name} changed since the page loaded it: reload the page for lines`);
  if (message !== undefined && !isNameAt(message, frame, script))
    throw new Unavailable(
      `at line ${frame.line}, column ${frame.column} ${name} does not have what the message names: it changed since the page loaded it, reload the page`,
    );
}

/** Why the frame that threw, the app's first, has no place: then those below it are only its callers. */
function callerReason(places: readonly FramePlace[]): string | undefined {
  const top = places.find(
    (place) => !place.isOfLibrary && !('original' in place && place.original.isLibrary),
  );
  return top !== undefined && 'missing' in top ? top.missing : undefined;
}

/** Each place once, those of libraries last. */
function ranked(inOrder: readonly FramePlace[], callerBecause: string | undefined): Place[] {
  const places = inOrder.map((place): Place =>
    'original' in place && callerBecause !== undefined ? { ...place, callerBecause } : place,
  );
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
