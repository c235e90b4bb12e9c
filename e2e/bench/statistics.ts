/** What is read out of noisy samples. */

/** The middle value; of an even number, the mean of the middle two. */
export function median(samples: readonly number[]): number {
  const ordered = inOrder(samples);
  const middle = ordered.length / 2;
  if (ordered.length === 0) return NaN;
  return mean([ordered[Math.ceil(middle) - 1] ?? NaN, ordered[Math.floor(middle)] ?? NaN]);
}

/** The value that 99 of 100 samples do not exceed. */
export function ninetyNinth(samples: readonly number[]): number {
  const ordered = inOrder(samples);
  return ordered[Math.ceil(ordered.length * 0.99) - 1] ?? NaN;
}

/**
 * The mean of the middle half. Finer than a median, because the browser's clock has steps of 5 µs, and like it untouched
 * by the few samples in which something else ran.
 */
export function middleMean(samples: readonly number[]): number {
  const ordered = inOrder(samples);
  const quarter = Math.floor(ordered.length / 4);
  return mean(ordered.slice(quarter, ordered.length - quarter));
}

function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

function inOrder(samples: readonly number[]): readonly number[] {
  return [...samples].sort((one, other) => one - other);
}
