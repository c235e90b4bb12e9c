/** What the page writes where a value was removed. The server reads these, and writes markers of its own. */

/** For the value of a sensitive field. */
export const REDACTED = '[redacted]';

/** For the value of a sensitive header. */
export const REDACTED_HEADER = '[REDACTED]';

/** For a number, which a string takes the place of: shapes of bodies are learned from what it was. */
export function redactedNumber(text: string): string {
  return `[redacted:sensitive-field:number:${text.length}:0]`;
}
