/**
 * When to try again, and when to leave a server alone.
 *
 * The first failures in a row are followed by short waits. After the last the breaker opens: nothing is attempted for
 * a while, so that a machine without a server is not kept busy. The attempt after that decides anew.
 */

/** How long it stays open for a client that lives long. */
export const OPEN_MS = 30_000;

/** How long to bear with a server that does not answer. */
export interface Patience {
  /** The waits after failures in a row; one more failure opens the breaker. */
  readonly delaysMs: readonly number[];
  /** How long it stays open. */
  readonly openMs: number;
  /** A server that takes longer to answer is as good as away. */
  readonly timeoutMs: number;
}

/** Of a client that lives as long as a browser. */
export const LASTING: Patience = { delaysMs: [100, 500, 2000, 2000], openMs: OPEN_MS, timeoutMs: 10_000 };

/** Of a test run, which must not become slower: once more at once, and then never again. */
export const BRIEF: Patience = { delaysMs: [50], openMs: Infinity, timeoutMs: 3000 };

/** Counts failures in a row. */
export class Breaker {
  readonly #now: () => number;
  readonly #patience: Patience;
  #failures = 0;
  #openUntil = 0;

  constructor(now: () => number, patience: Patience = LASTING) {
    this.#now = now;
    this.#patience = patience;
  }

  /** Whether nothing may be attempted now. */
  get isOpen(): boolean {
    return this.#now() < this.#openUntil;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
  }

  /** How long to wait before the next attempt, in milliseconds; undefined when the breaker has opened. */
  failed(): number | undefined {
    const delay = this.#patience.delaysMs[this.#failures];
    this.#failures += 1;
    if (delay === undefined) this.open();
    return delay;
  }

  /** Opens at once, where further attempts are pointless for now. */
  open(): void {
    this.#openUntil = this.#now() + this.#patience.openMs;
  }

  /** Allows an attempt now. If it fails like those before, the breaker opens again. */
  close(): void {
    this.#openUntil = 0;
  }
}
