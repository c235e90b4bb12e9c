/**
 * Tells more about errors that passed by: the source around them.
 *
 * Stands outside the page, where entries go through on their way to the server. It never holds them up: what it finds
 * follows as an amendment under the same `eventId`. The page may add what it knows, too; ours comes after that and says
 * that all is told.
 */

import type { AiContext, ErrorAmendment, MissingContext } from 'gasoline-wire';
import type { Route } from 'gasoline-wire/route';

import type { Fetch } from './bounded-fetch.ts';
import { afterRunning } from './deadline.ts';
import { readEntry } from './error-entry.ts';
import type { ErrorEntry, PageAmendment } from './error-entry.ts';
import type { Frame } from './frame.ts';
import { readInitiator } from './initiator.ts';
import type { InitiatedEntry } from './initiator.ts';
import type { FindMap } from './script.ts';
import type { SeenScript } from './seen-script.ts';
import { SourceSnippets } from './source-snippets.ts';
import type { ErrorOrigin } from './source-snippets.ts';

/** What the enricher works with. */
export interface EnricherParts {
  readonly fetch: Fetch;
  /** Looks for maps that are not served. */
  readonly findMap?: FindMap | undefined;
  /** Sends an amendment, the JSON text of an entry for a route. */
  readonly send: (amendment: string, route: Route) => void;
  readonly now?: () => number;
  /** Bytes of scripts and maps that are kept while errors come. */
  readonly cacheBytes?: number;
}

/** A part that only the page can know. */
export type PagePart = Exclude<keyof MissingContext, 'sourceSnippets'>;

/** The parts that follow from what the page is asked for. */
export function pageParts(asked: { componentTree: boolean; stateSnapshot: boolean }): PagePart[] {
  const parts: PagePart[] = [];
  if (asked.componentTree) parts.push('componentAncestry');
  if (asked.stateSnapshot) parts.push('stateSnapshot');
  return parts;
}

/** How the entries of one sender are enriched. */
export interface EnrichmentWish {
  /** Whether snippets are wanted; where not, only the end is told. */
  readonly snippets: boolean;
  /** What the page itself adds. */
  readonly pageParts: readonly PagePart[];
  /** Further addresses of the document that sent them. */
  readonly documents?: readonly string[];
  /** Asks the document for the addresses of its scripts; only where a stack does not tell them. */
  readonly scripts?: () => Promise<readonly string[]>;
  /** What was seen of a script when the document loaded it. */
  readonly seen?: (url: string) => SeenScript | undefined;
}

/** Within this time the same stack of the same page is read once: a loop throws hundreds of times. */
const SAME_STACK_MS = 10_000;

/** Errors of the same stack that get what was read for the first, within that time; further ones get a reason. */
const MAX_COPIES = 10;

const TOLD_BEFORE = `the same stack was explained ${MAX_COPIES} times in the last ${SAME_STACK_MS / 1000} s`;

/** Stacks that are remembered for that. */
const MAX_STACKS = 200;

/** Errors that are worked on at once; more at one moment are a flood, whose first ones are telling. */
const MAX_AT_WORK = 20;

/** Longest wait for what the page adds: it waits for idle moments, and a busy process hears of it late. */
const PAGE_MS = 2500;

const PAGE_IS_LATE = `the page did not say within ${PAGE_MS / 1000} s`;

/** Of a stack, what tells it from others: the depth of a recursion does not. */
const TELLING_FRAMES = 3;

/** A stack that was read a moment ago. */
interface ReadStack {
  readonly at: number;
  readonly context: Promise<AiContext>;
  copies: number;
}

/** Enriches errors until nobody hands it any more. */
export class Enricher {
  readonly #parts: EnricherParts;
  readonly #now: () => number;
  readonly #snippets: SourceSnippets;
  readonly #stacks = new Map<string, ReadStack>();
  /** Called when the page has amended an error that waits here. */
  readonly #waiting = new Map<string, (amendment: PageAmendment) => void>();
  readonly #atWork = new Set<Promise<void>>();
  #reading = 0;

  constructor(parts: EnricherParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#snippets = new SourceSnippets({
      fetch: parts.fetch,
      findMap: parts.findMap,
      now: this.#now,
      cacheBytes: parts.cacheBytes,
    });
  }

  /** Looks at an entry for `/logs` that has been handed on. */
  take(entry: string, wish: EnrichmentWish): void {
    const read = readEntry(entry);
    if (read?.kind === 'amendment') this.#waiting.get(read.eventId)?.(read);
    if (read?.kind === 'error' && (wish.snippets || read.isPending)) this.#work(this.#enrich(read, wish));
    else if (read === undefined) this.takeRequest(entry, '/logs', wish);
  }

  /** Looks at an entry that a script may have asked for: a request or a socket. */
  takeRequest(entry: string, route: Route, wish: EnrichmentWish): void {
    const read = wish.snippets ? readInitiator(entry) : undefined;
    if (read !== undefined) this.#work(this.#findInitiator(read, route, wish));
  }

  #work(task: Promise<void>): void {
    const work = task.catch(() => undefined);
    this.#atWork.add(work);
    void work.then(() => this.#atWork.delete(work));
  }

  /** For requests that went well nothing is fetched: their place is told where the script has been read already. */
  async #findInitiator(entry: InitiatedEntry, route: Route, wish: EnrichmentWish): Promise<void> {
    const place = await this.#snippets.place(entry.frame, originOf(entry, wish), entry.hasFailed);
    if (place === undefined) return;
    this.#parts.send(JSON.stringify({ ...entry.identity, _initiator: place }), route);
  }

  /** Resolves when everything taken so far has been told. */
  async settled(): Promise<void> {
    while (this.#atWork.size > 0) await Promise.all(this.#atWork);
  }

  async #enrich(error: ErrorEntry, wish: EnrichmentWish): Promise<void> {
    const isAwaited = error.isPending && wish.pageParts.length > 0;
    const pageHasAmended = isAwaited ? this.#pageAmends(error.eventId) : NOT_AWAITED;
    // Without a stack only the page can say where to look.
    const known = error.frames.length > 0 ? this.#contextOf(error, error.frames, wish) : undefined;
    const amendment = await pageHasAmended;
    const context = await (known ??
      this.#contextOf(error, amendment?.elementFrames ?? [], wish, amendment?.reason));
    const missing = { ...late(wish), ...context?.missing };
    this.#send(error, amendment === undefined ? { ...context, missing } : context);
  }

  async #contextOf(
    error: ErrorEntry,
    frames: readonly Frame[],
    wish: EnrichmentWish,
    reason = 'the error has no stack that names a script of the page',
  ): Promise<AiContext | undefined> {
    if (!wish.snippets) return undefined;
    if (frames.length === 0) return lacking(reason);
    const known = this.#recent(error, frames);
    if (known !== undefined) return (known.copies += 1) > MAX_COPIES ? lacking(TOLD_BEFORE) : known.context;
    const context = this.#read(error, frames, wish);
    this.#remember(error, frames, context);
    return context;
  }

  async #read(error: ErrorEntry, frames: readonly Frame[], wish: EnrichmentWish): Promise<AiContext> {
    if (this.#reading >= MAX_AT_WORK) return lacking('too many errors at once');
    this.#reading += 1;
    try {
      return await this.#sourceContext(error, frames, wish);
    } finally {
      this.#reading -= 1;
    }
  }

  async #sourceContext(
    error: ErrorEntry,
    frames: readonly Frame[],
    wish: EnrichmentWish,
  ): Promise<AiContext> {
    const origin = { ...originOf(error, wish), message: error.message };
    const { snippets, missing } = await this.#snippets.of(frames, origin);
    return {
      ...(snippets.length > 0 ? { sourceSnippets: snippets } : {}),
      ...(missing === undefined ? {} : { missing: { sourceSnippets: missing } }),
    };
  }

  /** Resolves when the page has said what it knows, or has had its time; to nothing where it did not say anything. */
  async #pageAmends(eventId: string): Promise<PageAmendment | undefined> {
    let cancel = (): void => undefined;
    const amendment = await new Promise<PageAmendment | undefined>((resolve) => {
      this.#waiting.set(eventId, resolve);
      cancel = afterRunning(PAGE_MS, () => {
        resolve(undefined);
      });
    });
    cancel();
    this.#waiting.delete(eventId);
    return amendment;
  }

  #recent(error: ErrorEntry, frames: readonly Frame[]): ReadStack | undefined {
    const read = this.#stacks.get(stackKey(error, frames));
    return read !== undefined && this.#now() - read.at < SAME_STACK_MS ? read : undefined;
  }

  #remember(error: ErrorEntry, frames: readonly Frame[], context: Promise<AiContext>): void {
    const key = stackKey(error, frames);
    this.#stacks.delete(key);
    this.#stacks.set(key, { at: this.#now(), context, copies: 0 });
    for (const oldest of this.#stacks.keys()) {
      if (this.#stacks.size <= MAX_STACKS) break;
      this.#stacks.delete(oldest);
    }
  }

  #send({ identity }: ErrorEntry, context: AiContext | undefined): void {
    const told = context === undefined ? {} : { _aiContext: context };
    const amendment: ErrorAmendment = { ...identity, ...told, enrichment: 'done' };
    this.#parts.send(JSON.stringify(amendment), '/logs');
  }
}

const NOT_AWAITED: Promise<PageAmendment> = Promise.resolve({
  kind: 'amendment',
  eventId: '',
  elementFrames: [],
  reason: undefined,
});

function stackKey({ page, type }: ErrorEntry, frames: readonly Frame[]): string {
  const places = frames.slice(0, TELLING_FRAMES).map(({ url, line, column }) => `${url}:${line}:${column}`);
  return [page, type, ...places].join('\n');
}

function originOf(entry: { readonly page: string; readonly url: string }, wish: EnrichmentWish): ErrorOrigin {
  const documents = [entry.url, ...(wish.documents ?? [])];
  return { page: entry.page, documents, scripts: wish.scripts, seen: wish.seen };
}

/** What the page says later replaces this. */
function late({ pageParts }: EnrichmentWish): MissingContext {
  return Object.fromEntries(pageParts.map((part) => [part, PAGE_IS_LATE]));
}

function lacking(why: string): AiContext {
  return { missing: { sourceSnippets: why } };
}
