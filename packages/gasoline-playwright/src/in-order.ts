/** Work that may have to wait for something, done in the order in which it came. */

/** Takes work and does it when everything before it is done. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve();

  /** Does the work in its turn. */
  async run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    // The caller handles what fails.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Waits for all that has been taken so far. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
