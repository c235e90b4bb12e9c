/**
 * Scripts that were read, for the next error in them.
 *
 * A document loads a script once, so what was read for it holds for it. Another document may have been given another
 * text under the same address (somebody edited it and reloaded): for it the files are asked for again, and only what
 * is unchanged, script and map both, is used without being decoded anew.
 *
 * Errors come in bursts, and a decoded map is large: when none has come for a while, most of it goes.
 */

import { LIMITS } from './limits.ts';
import type { Script } from './script.ts';

interface Cached {
  /** What is being read, or was. */
  readonly script: Promise<Script>;
  readonly page: string;
  readonly url: string;
  weight: number;
  /** When a file that could not be read, or has no readable map, may be asked for again. */
  until: number;
  fingerprint: string;
}

/** Reads a script; told how to find one that was decoded before. */
export type ReadScript = (known: (fingerprint: string) => Script | undefined) => Promise<Script>;

/** Bounded by count and by bytes; what was used longest ago goes first. */
export class ScriptCache {
  readonly #now: () => number;
  #cached: Cached[] = [];
  readonly #decoded = new Map<string, Script>();
  readonly #bytes: number;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** `bytes` is what is kept while errors come. */
  constructor(now: () => number, bytes: number = LIMITS.cachedBytes) {
    this.#now = now;
    this.#bytes = bytes;
  }

  /** The script as a document has it. Errors that come at once share one reading. */
  async get(url: string, page: string, read: ReadScript): Promise<Script> {
    this.#restLater();
    const found = this.#cached.find((each) => each.url === url && each.page === page);
    if (found !== undefined && found.until > this.#now()) {
      this.#cached = [...this.#cached.filter((each) => each !== found), found];
      return found.script;
    }
    const script = read((fingerprint) => this.#decoded.get(fingerprint));
    const cached: Cached = { script, page, url, weight: 0, until: Infinity, fingerprint: '' };
    this.#cached = [...this.#cached.filter((each) => each !== found), cached];
    this.#trim(this.#bytes);
    return script.then(
      (result) => this.#arrived(cached, result),
      (error: unknown) => {
        cached.until = this.#now() + LIMITS.failureMs;
        throw error;
      },
    );
  }

  /** Whether a script was read for a document, or is being read. */
  has(url: string, page: string): boolean {
    return this.#cached.some((each) => each.url === url && each.page === page);
  }

  #arrived(cached: Cached, script: Script): Script {
    cached.weight = script.weight;
    cached.fingerprint = script.fingerprint;
    if ('missing' in script.map) cached.until = this.#now() + LIMITS.failureMs;
    else if (this.#cached.includes(cached)) this.#decoded.set(script.fingerprint, script);
    this.#trim(this.#bytes);
    return script;
  }

  /** Node need not wait for it. */
  #restLater(): void {
    clearTimeout(this.#rest);
    const rest: unknown = (this.#rest = setTimeout(() => {
      this.#trim(LIMITS.restingBytes);
    }, LIMITS.restsAfterMs));
    if (isReferenced(rest)) rest.unref();
  }

  #trim(bytes: number): void {
    let weight = this.#cached.reduce((sum, each) => sum + each.weight, 0);
    while (this.#cached.length > LIMITS.cachedFiles || weight > bytes) {
      weight -= this.#cached.shift()?.weight ?? 0;
    }
    const kept = new Set(this.#cached.map(({ fingerprint }) => fingerprint));
    for (const fingerprint of this.#decoded.keys())
      if (!kept.has(fingerprint)) this.#decoded.delete(fingerprint);
  }
}

/** A timer of Node, which is an object; in browsers it is a number. */
function isReferenced(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer;
}
