import { describe, expect, it } from 'vitest';

import { awaitLatePart } from '../src/late-part.ts';
import type { LatePart } from '../src/late-part.ts';

/** A part that notes who watches. */
function partNoting(notes: string[]): LatePart {
  return {
    landmarksOf: () => [],
    recognise: () => ({ locators: [] }),
    watchVitals(react) {
      notes.push('watched');
      react('largestContentfulPaint', 7);
      return () => {
        notes.push('stopped');
      };
    },
  };
}

describe('vitals of the late part', () => {
  it('are watched when it arrives', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    const stop = late.watchVitals((name, value) => void notes.push(`${name} ${value}`));
    expect(notes).toEqual([]);
    late.arrive(partNoting(notes));
    stop();
    expect(notes).toEqual(['watched', 'largestContentfulPaint 7', 'stopped']);
  });

  it('are watched at once when it is there', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    late.arrive(partNoting(notes));
    const stop = late.watchVitals((name, value) => void notes.push(`${name} ${value}`));
    stop();
    expect(notes).toEqual(['watched', 'largestContentfulPaint 7', 'stopped']);
  });

  it('are not watched when nobody waits any more', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    late.watchVitals(() => undefined)();
    late.arrive(partNoting(notes));
    expect(notes).toEqual([]);
  });
});
