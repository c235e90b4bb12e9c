/** What our bundles leave in the world they share. */

import type { LiveQuery } from 'gasoline-wire';

import type { Checker } from './audit.ts';
import type { Reply } from './bundles.ts';

declare global {
  /** Answers queries; left by `live.js`. */
  var gasolineLive: ((query: LiveQuery) => Promise<Reply>) | undefined;
  /** The checker; left by `axe.js`. */
  var gasolineAxe: Checker | undefined;
}
