/**
 * Pictures of what is in a window, within Chrome's limit of two a second.
 *
 * One after the other, because the limit is for the whole browser: a caller that comes too early waits for its turn.
 */

/** Chrome allows two in a second. */
const PAUSE_MS = 500;

/** How often Chrome may still find that it was too early: it counts by a clock of its own. */
const MAX_ATTEMPTS = 4;

const TOO_MANY = 'MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND';

/** What taking pictures depends on. */
export interface Shutter {
  /** Chrome's own function. */
  readonly capture: (windowId: number) => Promise<string>;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Takes pictures of windows as data URLs. */
export class VisibleTab {
  readonly #shutter: Shutter;
  #turn: Promise<unknown> = Promise.resolve();
  #last = -Infinity;

  constructor(shutter: Shutter) {
    this.#shutter = shutter;
  }

  /** The picture of a window, when its turn has come. */
  async capture(windowId: number): Promise<string> {
    const turn = this.#turn.then(() => this.#attempt(windowId));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #attempt(windowId: number): Promise<string> {
    const { capture, now, sleep } = this.#shutter;
    for (let attempt = 1; ; attempt += 1) {
      const wait = this.#last + PAUSE_MS - now();
      if (wait > 0) await sleep(wait);
      this.#last = now();
      try {
        return await capture(windowId);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !String(error).includes(TOO_MANY)) throw error;
      }
    }
  }
}
