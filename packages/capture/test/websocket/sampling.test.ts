import { describe, expect, it } from 'vitest';

import { createSampler } from '../../src/websocket/sampling.ts';
import type { Verdict } from '../../src/websocket/sampling.ts';

/** Any moment will do; it lies on no slice of the window. */
const START = 1_750_000_000_037;

/** Feeds messages at a steady rate and answers what became of each. */
function verdicts(
  perSecond: number,
  seconds: number,
  isRemarkable: (index: number) => boolean = () => false,
): Verdict[] {
  const sampler = createSampler();
  return Array.from({ length: perSecond * seconds }, (_, index) =>
    sampler.judge(START + (index * 1000) / perSecond, isRemarkable(index)),
  );
}

function keptIn(list: readonly Verdict[]): number {
  return list.filter((verdict) => verdict !== 'skip').length;
}

describe('a steady flow', () => {
  it.each([
    { perSecond: 1, keptPerSecond: 1 },
    { perSecond: 9, keptPerSecond: 9 },
    { perSecond: 20, keptPerSecond: 10 },
    { perSecond: 40, keptPerSecond: 10 },
    { perSecond: 100, keptPerSecond: 5 },
    { perSecond: 180, keptPerSecond: 5 },
    { perSecond: 1000, keptPerSecond: 2 },
  ])(
    'of $perSecond a second keeps $keptPerSecond a second once the window is full',
    ({ perSecond, keptPerSecond }) => {
      const later = verdicts(perSecond, 20).slice(perSecond * 10);
      expect(keptIn(later) / 10).toBeCloseTo(keptPerSecond, 0);
    },
  );

  it('says the rate, what is kept of it, and how many were left out', () => {
    const kept = verdicts(100, 20).filter((verdict) => verdict !== 'skip');
    expect(kept.at(-1)).toEqual({
      sampled: { messageRate: expect.closeTo(100, -1), keptRate: 5, skipped: 19 },
    });
  });

  it('loses no message from the count', () => {
    const list = verdicts(300, 12);
    const kept = list.filter((verdict) => verdict !== 'skip');
    const skipped = kept.reduce((sum, { sampled }) => sum + (sampled?.skipped ?? 0), 0);
    const unreported = list.length - 1 - list.findLastIndex((verdict) => verdict !== 'skip');
    expect(kept.length + skipped + unreported).toBe(list.length);
  });
});

it('keeps the first five of any burst', () => {
  const sampler = createSampler();
  const burst = Array.from({ length: 60 }, () => sampler.judge(START, false));
  expect(burst.slice(0, 5)).toEqual(Array(5).fill({ sampled: undefined }));
  expect(keptIn(burst)).toBe(49);
});

it('keeps what is remarkable, however busy it is', () => {
  const list = verdicts(500, 10, (index) => index === 4321);
  expect(list[4321]).toEqual({
    sampled: { messageRate: expect.closeTo(500, -2), keptRate: 2, skipped: expect.any(Number) },
  });
});

it('keeps everything again after a pause, and tells what was left out before', () => {
  const sampler = createSampler();
  for (let index = 0; index < 100; index += 1) sampler.judge(START, false);
  expect(sampler.judge(START + 6000, false)).toEqual({
    sampled: { messageRate: 0.2, keptRate: 0.2, skipped: 51 },
  });
  expect(sampler.judge(START + 6001, false)).toEqual({ sampled: undefined });
});

it('survives a clock that is set back', () => {
  const sampler = createSampler();
  sampler.judge(START, false);
  expect(sampler.judge(START - 3_600_000, false)).toEqual({ sampled: undefined });
});
