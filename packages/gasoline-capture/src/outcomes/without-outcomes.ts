/** Stands for the outcomes where there are none. */

import type { CreateOutcomes } from './outcomes.ts';

/** Nothing follows an action. */
export const withoutOutcomes: CreateOutcomes = () => ({ acted: () => undefined, stop: () => undefined });
