/** Sends what is known of the latest errors when the page is left. */

import { watchDepartures } from '../documents.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import type { Uninstall } from '../patch.ts';

/** Watches until uninstalled; then nothing is left either. */
export function instrumentEnrichment({ enrichment }: Reporting, env: Env): Uninstall {
  const stop = watchDepartures(env, enrichment.finish);
  return () => {
    enrichment.finish();
    stop();
  };
}
