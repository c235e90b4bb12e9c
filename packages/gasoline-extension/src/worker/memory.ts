/**
 * How much the extension itself holds, and when that is too much.
 *
 * Counted is what waits in the worker and the copies the relays keep. Chrome tells an extension nothing of its heap,
 * but entries are all that grows in it.
 */

import type { Pressure } from '../messages.ts';

const SOFT_LIMIT = 20 * 1024 * 1024;
const HARD_LIMIT = 50 * 1024 * 1024;

/** Above the soft limit buffers are halved, above the hard limit bodies are no longer captured. */
export function pressureOf(bytes: number): Pressure {
  if (bytes > HARD_LIMIT) return 'hard';
  return bytes > SOFT_LIMIT ? 'soft' : 'none';
}
