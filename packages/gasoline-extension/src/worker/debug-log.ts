/**
 * What the extension did, for the person who asks why something is missing: the last few hundred notes.
 *
 * Holds nothing that was captured. Kept in `chrome.storage.session`, because the worker forgets everything when it sleeps.
 */

/** One thing that happened. */
export interface Note {
  readonly at: string;
  readonly what: string;
}

const KEY = 'debugLog';
const MAX_NOTES = 300;
const MAX_CHARACTERS = 500;

/** Notes of one moment are written together. */
const WRITE_AFTER_MS = 250;

let notes: Note[] = [];
let writing: ReturnType<typeof setTimeout> | undefined;

const restored = restore();

/** Notes what happened. What repeats the last note is left out. */
export function note(what: string): void {
  const text = what.slice(0, MAX_CHARACTERS);
  if (notes.at(-1)?.what === text) return;
  notes = [...notes, { at: new Date().toISOString(), what: text }].slice(-MAX_NOTES);
  writing ??= setTimeout(() => void write(), WRITE_AFTER_MS);
}

/** Everything noted, oldest first. */
export async function readNotes(): Promise<readonly Note[]> {
  await restored;
  return notes;
}

async function write(): Promise<void> {
  writing = undefined;
  await restored;
  await chrome.storage.session.set({ [KEY]: notes });
}

async function restore(): Promise<void> {
  const stored: Record<string, unknown> = await chrome.storage.session.get(KEY);
  const earlier = stored[KEY];
  if (Array.isArray(earlier)) notes = [...earlier.filter(isNote), ...notes].slice(-MAX_NOTES);
}

function isNote(value: unknown): value is Note {
  return typeof value === 'object' && value !== null && 'at' in value && 'what' in value;
}
