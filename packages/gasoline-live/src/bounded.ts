/** Text as it may leave the page: short, and valid. */

/**
 * The text, or its first `limit` characters and an ellipsis. A cut may halve a character, and pages hold such halves
 * too; no reader of JSON takes them.
 */
export function bounded(text: string, limit: number): string {
  return (text.length <= limit ? text : `${text.slice(0, limit)}…`).toWellFormed();
}
