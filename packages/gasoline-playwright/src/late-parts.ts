/**
 * Brings the late part of the capture script into documents that have an error.
 *
 * Evaluated from outside, so no request is made and no policy of the page applies.
 */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Frame } from '@playwright/test';

import type { ReadScript } from './capture-script.ts';
import { internally } from './internal-call.ts';

/** A page that shows a dialog or hangs does not take it; what it sent before is here already. */
const PAGE_ANSWER_MS = 1000;

/** The late parts of one context. */
export class LateParts {
  readonly #read: ReadScript | undefined;
  /** Documents that have it, by the name they give themselves. */
  readonly #brought = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(read: ReadScript | undefined) {
    this.#read = read;
  }

  /** Looks at an entry: where an error waits to be explained, its document needs the part. */
  take(entry: object, frame: Frame): void {
    const { page, enrichment }: { page?: unknown; enrichment?: unknown } = entry;
    if (this.#read === undefined || enrichment !== 'pending' || typeof page !== 'string') return;
    if (this.#brought.has(page)) return;
    this.#brought.add(page);
    const brought = this.#bring(this.#read, frame);
    this.#underWay.add(brought);
    void brought.finally(() => this.#underWay.delete(brought));
  }

  /** Waits for those that are on their way, as long as a page that answers takes. */
  async settled(): Promise<void> {
    if (this.#underWay.size === 0) return;
    await Promise.race([Promise.all(this.#underWay), sleep(PAGE_ANSWER_MS, undefined, { ref: false })]);
  }

  async #bring(read: ReadScript, frame: Frame): Promise<void> {
    try {
      const script = await read();
      await internally(frame, () => frame.evaluate(script));
    } catch {
      // The document is gone, and its errors stay as they are.
    }
  }
}
