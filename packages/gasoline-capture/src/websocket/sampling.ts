/**
 * Which messages of a busy connection are kept.
 *
 * Per direction, over a rolling window of five seconds: below 10 messages a second all of them, then about 10, 5 and 2
 * a second. The first five, and those the caller finds remarkable, are always kept. Time is an argument.
 */

import type { SampledRate } from 'gasoline-wire';

import { floor, max, min } from '../primordials.ts';

/** What becomes of one message. */
export type Verdict = 'skip' | { readonly sampled: SampledRate | undefined };

/** Decides for one direction of one connection. */
export interface Sampler {
  /** Judges the message that arrives at `now`, in milliseconds of a clock that is never set. */
  judge(now: number, isRemarkable: boolean): Verdict;
  /** What was left out since the last message that was kept; undefined where that is nothing. */
  unreported(): SampledRate | undefined;
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

/** Kept a second where there is a limit at all. */
const MOST_KEPT = 10;

/** One message, but for what adding up tenths loses. */
const WHOLE = 1 - 1e-6;

/**
 * A sampler that has seen nothing.
 *
 * What may be kept is saved up, for a second at most: a flow a little above a limit keeps as much as the limit says
 * whatever the distance of its messages, and so does one that comes in bursts.
 */
export function createSampler(): Sampler {
  const countRate = createRateCounter();
  let seen = 0;
  let skipped = 0;
  let rate = 0;
  let savedUp = 0;
  let savedAt = -Infinity;

  const save = (now: number, perSecond: number): void => {
    const passed = max(0, now - savedAt) / 1000;
    savedUp = min(perSecond, savedUp + passed * perSecond);
    savedAt = now;
  };
  return {
    judge(now, isRemarkable) {
      rate = countRate(now);
      const kept = keptAt(rate);
      save(now, min(kept, MOST_KEPT));
      seen += 1;
      if (seen > ALWAYS_FIRST && !isRemarkable && kept !== Infinity && savedUp < WHOLE) {
        skipped += 1;
        return 'skip';
      }
      const sampled = kept === Infinity && skipped === 0 ? undefined : sampledAt(rate, skipped);
      skipped = 0;
      savedUp = max(0, savedUp - 1);
      return { sampled };
    },
    unreported: () => (skipped === 0 ? undefined : sampledAt(rate, skipped)),
  };
}

function sampledAt(messageRate: number, skipped: number): SampledRate {
  return { messageRate, keptRate: min(keptAt(messageRate), messageRate), skipped };
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
    for (let passed = max(newest + 1, slice - SLICES + 1, 0); passed <= slice; passed += 1) {
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
