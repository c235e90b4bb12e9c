/** Stands for the enrichment where there is none. */

import type { CreateEnrichment } from './enrichment.ts';

/** Nothing follows an error. */
export const withoutEnrichment: CreateEnrichment = () => ({
  noteAction: () => undefined,
  announce: () => undefined,
  notice: () => undefined,
  finish: () => undefined,
});
