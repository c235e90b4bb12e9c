import { expect, it } from 'vitest';

import { refusalOf, visiblePart } from '../../src/worker/picture-on-demand.ts';

const VIEWPORT = { width: 100, height: 50, devicePixelRatio: 2 };

it.each([
  [{ x: 10, y: 10, width: 20, height: 20 }, { x: 10, y: 10, width: 20, height: 20 }, true],
  [{ x: -0.4, y: 0, width: 100.6, height: 50 }, { x: 0, y: 0, width: 100, height: 50 }, true],
  [{ x: 90, y: -10, width: 20, height: 20 }, { x: 90, y: 0, width: 10, height: 10 }, false],
])('keeps of %j what can be seen', (element, area, isWhole) => {
  const shown = visiblePart(element, VIEWPORT);
  expect(shown).toEqual({ area: expect.anything(), isWhole });
  for (const [name, value] of Object.entries(area))
    expect(Reflect.get(shown === 'nothing' ? {} : shown.area, name)).toBeCloseTo(value, 5);
});

it('finds nothing of what lies elsewhere', () => {
  expect(visiblePart({ x: 0, y: 60, width: 10, height: 10 }, VIEWPORT)).toBe('nothing');
  expect(visiblePart({ x: -20, y: 0, width: 20, height: 10 }, VIEWPORT)).toBe('nothing');
});

it.each([
  [
    "Either the '<all_urls>' or 'activeTab' permission is required.",
    /^Chrome denies it; allow the extension/,
  ],
  ['quota MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND', /^too many pictures at once; ask again in a second/],
  ['Failed to capture tab: view is invisible', /^its window shows nothing/],
])('says what to do about "%s"', (words, message) => {
  expect(refusalOf(new Error(words))).toEqual({
    kind: 'failed',
    reason: 'no_picture',
    message: expect.stringMatching(message),
  });
});

it('leaves other errors to those who know them', () => {
  expect(refusalOf(new Error('No tab with id: 7'))).toBeUndefined();
});
