/** Ends what takes too long. */

import { Unavailable } from './unavailable.ts';

/** A busy machine can hold up a process for longer than any file is waited for. Each wait is therefore cut into slices. */
const SLICE_MS = 100;

/**
 * Calls back after `milliseconds`, not counting time in which this process could not run: a slice that ends late counts as
 * one slice. Returns what cancels it.
 */
export function afterRunning(milliseconds: number, react: () => void): () => void {
  let left = Math.ceil(milliseconds / SLICE_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(() => {
      left -= 1;
      if (left > 0) wait();
      else react();
    }, SLICE_MS);
  };
  wait();
  return () => {
    clearTimeout(timer);
  };
}

/** The result of `work`, or a failure with `reason` once the time is over; `work` is stopped through its signal. */
export async function withDeadline<Result>(
  milliseconds: number,
  reason: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = afterRunning(milliseconds, () => {
      reject(new Unavailable(reason));
      controller.abort();
    });
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    cancel();
  }
}
