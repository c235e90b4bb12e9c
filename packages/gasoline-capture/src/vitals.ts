/** Core Web Vitals, measured by the `web-vitals` library in the surroundings of `vitals-globals.ts`. */

import { onCLS, onINP, onLCP } from 'web-vitals';
import type { MetricType } from 'web-vitals';

import type { Uninstall } from './patch.ts';
import { releaseGlobals } from './vitals-globals.ts';

/** Milliseconds, but for the layout shift; undefined until the first is known. */
export interface Vitals {
  largestContentfulPaint?: number;
  cumulativeLayoutShift?: number;
  interactionToNextPaint?: number;
}

/** What a value is due to, where that is known. */
export interface VitalCauses {
  largestPaint?: Readonly<Record<string, string | number | undefined>> | undefined;
  interaction?: Readonly<Record<string, string | number | undefined>> | undefined;
}

/** Calls back with each new value. */
export type WatchVitals = (
  react: (name: keyof Vitals, value: number, causes?: VitalCauses) => void,
) => Uninstall;

const NAMES = {
  LCP: 'largestContentfulPaint',
  CLS: 'cumulativeLayoutShift',
  INP: 'interactionToNextPaint',
} as const;

/** Watches the window this script runs in: the library behind it knows no other. */
export const watchVitals: WatchVitals = (react) => {
  const report = (metric: MetricType): void => {
    // A document back from the cache starts over; its figures are not those of the navigation we report.
    if (metric.navigationType === 'back-forward-cache' || !isWatched(metric.name)) return;
    react(NAMES[metric.name], metric.value);
  };
  onLCP(report, { reportAllChanges: true });
  onCLS(report, { reportAllChanges: true });
  onINP(report, { reportAllChanges: true });
  return releaseGlobals;
};

function isWatched(name: string): name is keyof typeof NAMES {
  return name in NAMES;
}
