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
    [1, 1],
    [9, 9],
    [11, 10],
    [15, 10],
    [20, 10],
    [40, 10],
    [100, 5],
    [120, 5],
    [180, 5],
    [500, 2],
    [1000, 2],
  ])('of %i a second keeps %i a second once the window is full', (perSecond, keptPerSecond) => {
    const later = verdicts(perSecond, 20).slice(perSecond * 10);
    expect(keptIn(later)).toBe(keptPerSecond * 10);
  });

  it('that comes in bursts keeps as much', () => {
    const sampler = createSampler();
    const list = Array.from({ length: 300 }, (_, index) =>
      sampler.judge(START + Math.floor(index / 15) * 1000, false),
    );
    expect(keptIn(list.slice(150))).toBe(100);
  });

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

it('tells what was left out last, once', () => {
  const sampler = createSampler();
  for (let index = 0; index < 52; index += 1) sampler.judge(START, false);
  expect(sampler.unreported()).toEqual({ messageRate: 10.4, keptRate: 10, skipped: 3 });
  sampler.judge(START, true);
  expect(sampler.unreported()).toBeUndefined();
});

it('begins to count with the first moments of a page', () => {
  const sampler = createSampler();
  const list = Array.from({ length: 400 }, (_, index) => sampler.judge(index * 25, false));
  expect(keptIn(list.slice(200))).toBe(50);
});
