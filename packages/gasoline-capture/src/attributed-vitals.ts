/** Core Web Vitals with what they are due to: which element painted last, which interaction was slowest, and where the time went. */

import { onCLS, onINP, onLCP } from 'web-vitals/attribution';
import type { INPMetricWithAttribution, LCPMetricWithAttribution } from 'web-vitals/attribution';

import { boundedUrl } from './env.ts';
import { round } from './primordials.ts';
import { truncate } from './truncate.ts';
import { releaseGlobals } from './vitals-globals.ts';
import type { WatchVitals } from './vitals.ts';

/** Characters of the path to an element. */
const MAX_TARGET_CHARACTERS = 200;

/** As `watchVitals`, with the causes. A document back from the cache starts over; its figures are not those of the navigation. */
export const watchAttributedVitals: WatchVitals = (react) => {
  const options = { reportAllChanges: true };
  onLCP((metric) => {
    if (isOfLoad(metric)) react('largestContentfulPaint', metric.value, { largestPaint: paintOf(metric) });
  }, options);
  onCLS((metric) => {
    if (isOfLoad(metric)) react('cumulativeLayoutShift', metric.value);
  }, options);
  onINP((metric) => {
    if (isOfLoad(metric))
      react('interactionToNextPaint', metric.value, { interaction: interactionOf(metric) });
  }, options);
  return releaseGlobals;
};

function isOfLoad({ navigationType }: { navigationType: string }): boolean {
  return navigationType !== 'back-forward-cache';
}

function paintOf({ attribution }: LCPMetricWithAttribution): Record<string, string | number | undefined> {
  const { target, url } = attribution;
  return {
    target: target === undefined ? undefined : truncate(target, MAX_TARGET_CHARACTERS),
    url: url === undefined ? undefined : boundedUrl(url),
    timeToFirstByte: round(attribution.timeToFirstByte),
    resourceLoadDelay: round(attribution.resourceLoadDelay),
    resourceLoadDuration: round(attribution.resourceLoadDuration),
    elementRenderDelay: round(attribution.elementRenderDelay),
  };
}

function interactionOf({
  attribution,
}: INPMetricWithAttribution): Record<string, string | number | undefined> {
  const { interactionTarget: target, interactionType, longestScript } = attribution;
  const script = longestScript?.entry;
  return {
    target: target === undefined ? undefined : truncate(target, MAX_TARGET_CHARACTERS),
    kind: interactionType,
    inputDelay: round(attribution.inputDelay),
    processingDuration: round(attribution.processingDuration),
    presentationDelay: round(attribution.presentationDelay),
    script: script === undefined ? undefined : boundedUrl(script.sourceURL),
    function: script === undefined ? undefined : truncate(script.sourceFunctionName, MAX_TARGET_CHARACTERS),
    scriptDuration: longestScript === undefined ? undefined : round(longestScript.intersectingDuration),
  };
}
