import { expect, it } from 'vitest';

import { isTooMuch } from '../../src/worker/annotation-watch.ts';

const LARGE = 20 * 1024 + 1;

it('warns at the third large entry within a minute, and not of small or rare ones', () => {
  expect(isTooMuch(LARGE, 0)).toBe(false);
  expect(isTooMuch(LARGE - 1, 1000)).toBe(false);
  expect(isTooMuch(LARGE, 2000)).toBe(false);
  expect(isTooMuch(LARGE, 60_000)).toBe(false);
  expect(isTooMuch(LARGE, 60_001)).toBe(true);
  expect(isTooMuch(LARGE, 300_000)).toBe(false);
});
