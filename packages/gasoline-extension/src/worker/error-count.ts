/**
 * How many errors were captured: in each tab since its document began, and in all since the last clear.
 *
 * Kept in `chrome.storage.session`, because the worker forgets everything when it sleeps.
 */

/** The errors of one document; its id tells whether the tab has gone on to another. */
interface TabCount {
  readonly document: string;
  readonly errors: number;
}

interface ErrorCounts {
  readonly total: number;
  readonly tabs: Readonly<Record<string, TabCount>>;
}

const NONE: ErrorCounts = { total: 0, tabs: {} };
const KEY = 'errorCounts';
const WRITE_AFTER_MS = 250;

/** Counts errors until the browser ends. */
export class ErrorCounter {
  #counts: ErrorCounts = NONE;
  #writing: ReturnType<typeof setTimeout> | undefined;

  /** Takes over what an earlier worker counted. */
  async restore(): Promise<void> {
    const stored: Record<string, unknown> = await chrome.storage.session.get(KEY);
    if (isCounts(stored[KEY])) this.#counts = stored[KEY];
  }

  get total(): number {
    return this.#counts.total;
  }

  in(tab: number): number {
    return this.#counts.tabs[String(tab)]?.errors ?? 0;
  }

  /** A tab shows a document; true where it is another one than before. */
  shows(tab: number, document: string): boolean {
    if (this.#counts.tabs[String(tab)]?.document === document) return false;
    this.#put(tab, { document, errors: 0 });
    return true;
  }

  add(tab: number, errors: number): void {
    this.#counts = { ...this.#counts, total: this.#counts.total + errors };
    const before = this.#counts.tabs[String(tab)] ?? { document: '', errors: 0 };
    this.#put(tab, { ...before, errors: before.errors + errors });
  }

  closed(tab: number): void {
    const others = Object.entries(this.#counts.tabs).filter(([id]) => id !== String(tab));
    this.#replace({ ...this.#counts, tabs: Object.fromEntries(others) });
  }

  clear(): void {
    const tabs: Record<string, TabCount> = {};
    for (const [tab, { document }] of Object.entries(this.#counts.tabs)) tabs[tab] = { document, errors: 0 };
    this.#replace({ total: 0, tabs });
  }

  #put(tab: number, count: TabCount): void {
    this.#replace({ ...this.#counts, tabs: { ...this.#counts.tabs, [String(tab)]: count } });
  }

  #replace(counts: ErrorCounts): void {
    this.#counts = counts;
    this.#writing ??= setTimeout(() => {
      this.#writing = undefined;
      void chrome.storage.session.set({ [KEY]: this.#counts });
    }, WRITE_AFTER_MS);
  }
}

function isCounts(value: unknown): value is ErrorCounts {
  return (
    typeof value === 'object' &&
    value !== null &&
    'total' in value &&
    typeof value.total === 'number' &&
    'tabs' in value &&
    typeof value.tabs === 'object' &&
    value.tabs !== null
  );
}
