/** How much is done for one error, and how much is kept. */

export const LIMITS = {
  /** Files that are read for one error, and places that are shown of it. */
  files: 3,
  snippets: 3,
  /** Frames that are looked at: where everything is in one bundle, the first may all be a library's. */
  frames: 12,
  linesBefore: 5,
  linesAfter: 5,
  lineCharacters: 200,
  /** UTF-8 bytes of all snippets of an error. */
  snippetBytes: 10 * 1024,
  /** For one script with its map. */
  fileMs: 2000,
  /** From loaded maps to snippets. */
  extractionMs: 50,
  /** For one error. */
  totalMs: 3000,
  scriptBytes: 32 * 1024 * 1024,
  mapBytes: 32 * 1024 * 1024,
  /** One original source that its map does not hold. */
  sourceBytes: 2 * 1024 * 1024,
  cachedFiles: 20,
  /** What the cached files take in memory, roughly; while errors come, and when none has come for a while. */
  cachedBytes: 100 * 1024 * 1024,
  restingBytes: 8 * 1024 * 1024,
  restsAfterMs: 20_000,
  /** How long a file that could not be read is not asked for again. */
  failureMs: 10_000,
  fileCharacters: 300,
  functionCharacters: 100,
  reasonCharacters: 400,
} as const;
