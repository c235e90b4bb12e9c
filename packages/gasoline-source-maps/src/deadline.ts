/** Ends what takes too long. */

import { Unavailable } from './unavailable.ts';

/** The result of `work`, or a failure with `reason` once the time is over; `work` is told by its signal. */
export async function withDeadline<Result>(
  milliseconds: number,
  reason: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Unavailable(reason));
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
