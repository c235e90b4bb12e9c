/**
 * When to try again, and when to leave a server alone.
 *
 * The first failures in a row are followed by short waits. After the fifth the breaker opens: nothing is attempted for
 * half a minute, so that a machine without a server is not kept busy. The attempt after that decides anew.
 */

const RETRY_DELAYS_MS = [100, 500, 2000];
const LAST_DELAY_MS = 2000;

/** Failures in a row that open the breaker. */
const FAILURES_UNTIL_OPEN = 5;

/** How long it stays open. */
export const OPEN_MS = 30_000;

/** Counts failures in a row. */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;

  constructor(now: () => number) {
    this.#now = now;
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
    this.#failures += 1;
    if (this.#failures < FAILURES_UNTIL_OPEN) return RETRY_DELAYS_MS[this.#failures - 1] ?? LAST_DELAY_MS;
    this.open();
    return undefined;
  }

  /** Opens at once, where further attempts are pointless for now. */
  open(): void {
    this.#openUntil = this.#now() + OPEN_MS;
  }

  /** Allows an attempt now. If it fails like those before, the breaker opens again. */
  close(): void {
    this.#openUntil = 0;
  }
}
