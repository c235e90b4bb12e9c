/**
 * Tells more about errors that passed by: the source around them.
 *
 * Stands outside the page, where entries go through on their way to the server. It never holds them up: what it finds
 * follows as an amendment under the same `eventId`. The page may add what it knows, too; ours comes after that and says
 * that all is told.
 */

import type { AiContext, ErrorAmendment, MissingContext } from 'gasoline-wire';

import type { Fetch } from './bounded-fetch.ts';
import { afterRunning } from './deadline.ts';
import { readEntry } from './error-entry.ts';
import type { ErrorEntry } from './error-entry.ts';
import { SourceSnippets } from './source-snippets.ts';

/** What the enricher works with. */
export interface EnricherParts {
  readonly fetch: Fetch;
  /** Sends an amendment, the JSON text of an entry for `/logs`. */
  readonly send: (amendment: string) => void;
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
}

/** Within this time the same stack of the same page is told about once: a loop throws hundreds of times. */
const SAME_STACK_MS = 10_000;

/** Stacks that are remembered for that. */
const MAX_STACKS = 200;

/** Errors that are worked on at once; more at one moment are a flood, whose first ones are telling. */
const MAX_AT_WORK = 20;

/** Longest wait for what the page adds: it waits for idle moments, and a busy process hears of it late. */
const PAGE_MS = 2500;

const PAGE_IS_LATE = `the page did not say within ${PAGE_MS / 1000} s`;

/** Of a stack, what tells it from others: the depth of a recursion does not. */
const TELLING_FRAMES = 3;

/** Enriches errors until nobody hands it any more. */
export class Enricher {
  readonly #parts: EnricherParts;
  readonly #now: () => number;
  readonly #snippets: SourceSnippets;
  readonly #stacks = new Map<string, number>();
  /** Called when the page has amended an error that waits here. */
  readonly #waiting = new Map<string, () => void>();
  readonly #atWork = new Set<Promise<void>>();
  #reading = 0;

  constructor(parts: EnricherParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#snippets = new SourceSnippets({
      fetch: parts.fetch,
      now: this.#now,
      cacheBytes: parts.cacheBytes,
    });
  }

  /** Looks at an entry for `/logs` that has been handed on. */
  take(entry: string, wish: EnrichmentWish): void {
    const read = readEntry(entry);
    if (read?.kind === 'amendment') this.#waiting.get(read.eventId)?.();
    if (read?.kind !== 'error' || (!wish.snippets && !read.isPending)) return;
    const work = this.#enrich(read, wish).catch(() => undefined);
    this.#atWork.add(work);
    void work.then(() => this.#atWork.delete(work));
  }

  /** Resolves when everything taken so far has been told. */
  async settled(): Promise<void> {
    while (this.#atWork.size > 0) await Promise.all(this.#atWork);
  }

  async #enrich(error: ErrorEntry, wish: EnrichmentWish): Promise<void> {
    const isAwaited = error.isPending && wish.pageParts.length > 0;
    const pageHasAmended = isAwaited ? this.#pageAmends(error.eventId) : Promise.resolve(true);
    const context = await this.#contextOf(error, wish);
    const isComplete = await pageHasAmended;
    this.#send(error, isComplete ? context : { ...context, missing: { ...late(wish), ...context?.missing } });
  }

  async #contextOf(error: ErrorEntry, wish: EnrichmentWish): Promise<AiContext | undefined> {
    if (!wish.snippets || this.#isRepeated(error)) return undefined;
    if (error.frames.length === 0) return lacking('the error has no stack that names a script of the page');
    if (this.#reading >= MAX_AT_WORK) return lacking('too many errors at once');
    this.#reading += 1;
    try {
      return await this.#sourceContext(error, wish);
    } finally {
      this.#reading -= 1;
    }
  }

  async #sourceContext(error: ErrorEntry, wish: EnrichmentWish): Promise<AiContext> {
    const documents = [error.url, ...(wish.documents ?? [])];
    const origin = { page: error.page, documents, scripts: wish.scripts };
    const { snippets, missing } = await this.#snippets.of(error.frames, origin);
    return {
      ...(snippets.length > 0 ? { sourceSnippets: snippets } : {}),
      ...(missing === undefined ? {} : { missing: { sourceSnippets: missing } }),
    };
  }

  /** Resolves when the page has said what it knows, or has had its time; whether it has said anything. */
  async #pageAmends(eventId: string): Promise<boolean> {
    let cancel = (): void => undefined;
    const hasAmended = await new Promise<boolean>((resolve) => {
      this.#waiting.set(eventId, () => {
        resolve(true);
      });
      cancel = afterRunning(PAGE_MS, () => {
        resolve(false);
      });
    });
    cancel();
    this.#waiting.delete(eventId);
    return hasAmended;
  }

  #isRepeated({ page, type, frames }: ErrorEntry): boolean {
    const now = this.#now();
    const places = frames.slice(0, TELLING_FRAMES).map(({ url, line, column }) => `${url}:${line}:${column}`);
    const key = [page, type, ...places].join('\n');
    const seen = this.#stacks.get(key);
    if (seen !== undefined && now - seen < SAME_STACK_MS) return true;
    this.#stacks.delete(key);
    this.#stacks.set(key, now);
    for (const oldest of this.#stacks.keys()) {
      if (this.#stacks.size <= MAX_STACKS) break;
      this.#stacks.delete(oldest);
    }
    return false;
  }

  #send({ identity }: ErrorEntry, context: AiContext | undefined): void {
    const told = context === undefined ? {} : { _aiContext: context };
    const amendment: ErrorAmendment = { ...identity, ...told, enrichment: 'done' };
    this.#parts.send(JSON.stringify(amendment));
  }
}

/** What the page says later replaces this. */
function late({ pageParts }: EnrichmentWish): MissingContext {
  return Object.fromEntries(pageParts.map((part) => [part, PAGE_IS_LATE]));
}

function lacking(why: string): AiContext {
  return { missing: { sourceSnippets: why } };
}
