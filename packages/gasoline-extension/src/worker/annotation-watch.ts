/**
 * Notices pages that tell too much with their errors.
 *
 * Every error carries the page's annotations. Where those are large, an agent pays for them again and again.
 */

const LARGE = 20 * 1024;
const ENTRIES = 3;
const WITHIN_MS = 60_000;

const KEY = 'annotationWarning';

/** Which page told too much, and when. */
export interface AnnotationWarning {
  readonly url: string;
  readonly at: number;
}

let times: number[] = [];

/** Looks at the size of an entry's annotations; true when it is one too many. */
export function isTooMuch(characters: number, now: number): boolean {
  if (characters <= LARGE) return false;
  times = [...times.filter((time) => now - time < WITHIN_MS), now].slice(-ENTRIES);
  return times.length === ENTRIES;
}

/** Remembers for the popup. */
export async function warnOfAnnotations(warning: AnnotationWarning): Promise<void> {
  await chrome.storage.session.set({ [KEY]: warning });
}

/** What the popup shows; undefined where there is nothing to say. */
export async function annotationWarning(): Promise<AnnotationWarning | undefined> {
  const stored: Record<string, unknown> = await chrome.storage.session.get(KEY);
  const warning = stored[KEY];
  return isWarning(warning) ? warning : undefined;
}

/** Forgets the warning. */
export async function clearAnnotationWarning(): Promise<void> {
  times = [];
  await chrome.storage.session.remove(KEY);
}

function isWarning(value: unknown): value is AnnotationWarning {
  return typeof value === 'object' && value !== null && 'url' in value && 'at' in value;
}
