/** Rejections that nobody handled: what they tell need not be told again by who finds the same in an answer. */

import { append } from './primordials.ts';

/** The latest rejections of one window. */
export interface Rejections {
  note(line: string): void;
  /** Whether a rejection was reported in these words. */
  has(line: string): boolean;
}

/** An answer is looked at a moment after the rejection; more than these are not reported meanwhile. */
const MAX_LINES = 20;

/** The rejections of one window. */
export function createRejections(): Rejections {
  let lines: string[] = [];
  return {
    note(line) {
      const kept: string[] = [];
      for (let index = lines.length < MAX_LINES ? 0 : 1; index < lines.length; index += 1)
        append(kept, lines[index] ?? '');
      append(kept, line);
      lines = kept;
    },
    has(line) {
      for (let index = 0; index < lines.length; index += 1) if (lines[index] === line) return true;
      return false;
    },
  };
}
