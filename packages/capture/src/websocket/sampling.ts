/**
 * Which messages of a busy connection are kept.
 *
 * Per direction, over a rolling window of five seconds: below 10 messages a second all of them, then about 10, 5 and 2
 * a second. The first five, and those the caller finds remarkable, are always kept. Time is an argument.
 */

import type { SampledRate } from 'wire';

import { floor, max } from '../primordials.ts';

/** What becomes of one message. */
export type Verdict = 'skip' | { readonly sampled: SampledRate | undefined };

/** Decides for one direction of one connection. */
export interface Sampler {
  /** Judges the message that arrives at `now`, in milliseconds. */
  judge(now: number, isRemarkable: boolean): Verdict;
}

/** Messages at the start of a connection that are always kept. */
const ALWAYS_FIRST = 5;

const WINDOW_SECONDS = 5;

/** Slices of the window. */
const SLICE_MS = 100;
const SLICES = (WINDOW_SECONDS * 1000) / SLICE_MS;

/** Highest rate of each tier, and how many messages a second are kept in it. */
const TIERS: readonly { readonly below: number; readonly kept: number }[] = [
  { below: 10, kept: Infinity },
  { below: 50, kept: 10 },
  { below: 200, kept: 5 },
  { below: Infinity, kept: 2 },
];

/** A sampler that has seen nothing. */
export function createSampler(): Sampler {
  const countRate = createRateCounter();
  let seen = 0;
  let skipped = 0;
  let lastKept = -Infinity;

  return {
    judge(now, isRemarkable) {
      const rate = countRate(now);
      const kept = keptAt(rate);
      seen += 1;
      if (seen > ALWAYS_FIRST && !isRemarkable && now - lastKept < 1000 / kept) {
        skipped += 1;
        return 'skip';
      }
      const isBusy = kept !== Infinity;
      const sampled =
        isBusy || skipped > 0 ? { messageRate: rate, keptRate: isBusy ? kept : rate, skipped } : undefined;
      skipped = 0;
      lastKept = now;
      return { sampled };
    },
  };
}

function keptAt(rate: number): number {
  for (let index = 0; index < TIERS.length; index += 1) {
    const tier = TIERS[index];
    if (tier !== undefined && rate < tier.below) return tier.kept;
  }
  return Infinity;
}

/** Messages per second over the window, the present one included. */
function createRateCounter(): (now: number) => number {
  const counts: number[] = [];
  for (let index = 0; index < SLICES; index += 1) counts[index] = 0;
  let newest = -Infinity;
  let total = 0;

  const forgetUntil = (slice: number): void => {
    for (let passed = max(newest + 1, slice - SLICES + 1); passed <= slice; passed += 1) {
      total -= counts[passed % SLICES] ?? 0;
      counts[passed % SLICES] = 0;
    }
    newest = slice;
  };
  return (now) => {
    const slice = max(floor(now / SLICE_MS), newest);
    if (slice > newest) forgetUntil(slice);
    counts[slice % SLICES] = (counts[slice % SLICES] ?? 0) + 1;
    total += 1;
    return total / WINDOW_SECONDS;
  };
}
