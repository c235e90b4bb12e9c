/** When a document reached each stage of its load. */

import type { Timing } from 'gasoline-wire';

import type { Env } from './env.ts';
import { max, round } from './primordials.ts';
import { isNavigation } from './timeline.ts';
import type { Vitals } from './vitals.ts';

/** The stages in milliseconds since the navigation, or since the moment a prerendered document was shown. */
export function navigationTiming({ timeline }: Env, vitals: Vitals): Timing {
  const entry = timeline.entries('navigation')[0];
  const now = timeline.now();
  const navigation = isNavigation(entry) ? entry : undefined;
  const shown = navigation?.activationStart ?? 0;
  /** Zero stands for a stage that was not reached: then it takes at least until now. */
  const since = (time: number | undefined): number =>
    inTenths(max((time === undefined || time === 0 ? now : time) - shown, 0));
  const { largestContentfulPaint, interactionToNextPaint } = vitals;
  return {
    domContentLoaded: since(navigation?.domContentLoadedEventEnd),
    load: since(navigation?.loadEventEnd),
    firstContentfulPaint: firstPaint(timeline.entries('paint'), shown),
    largestContentfulPaint: largestContentfulPaint === undefined ? null : inTenths(largestContentfulPaint),
    ...(interactionToNextPaint === undefined ? {} : { interactionToNextPaint }),
    timeToFirstByte: since(navigation?.responseStart),
    domInteractive: since(navigation?.domInteractive),
  };
}

function firstPaint(paints: readonly PerformanceEntry[], shown: number): number | null {
  for (let index = 0; index < paints.length; index += 1) {
    const paint = paints[index];
    if (paint?.name === 'first-contentful-paint') return inTenths(max(paint.startTime - shown, 0));
  }
  return null;
}

/** The browser's clock is no finer. */
export function inTenths(milliseconds: number): number {
  return round(milliseconds * 10) / 10;
}
