/** The resources a document loads, as the browser times them. */

import { watchReleases } from '../documents.ts';
import { boundedUrl, documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { integrityFinder } from '../integrity.ts';
import type { Uninstall } from '../patch.ts';
import { append } from '../primordials.ts';
import type { Cancel } from '../timers.ts';

/** For each document. The totals of the performance snapshot count them all. */
const MAX_RESOURCES = 250;

/** Reported in one idle moment: hundreds at once would hold up a page that has just loaded. */
const MAX_AT_ONCE = 20;

/** Records loaded resources until uninstalled. */
export function instrumentResources({ emit, settings, resources }: Reporting, env: Env): Uninstall {
  let waiting: PerformanceResourceTiming[] = [];
  let next = 0;
  let noted = 0;
  let cancel: Cancel | undefined;
  const integrityOf = integrityFinder(env);

  const reportUntil = (end: number): void => {
    cancel?.();
    cancel = undefined;
    const began = env.now() - env.timeline.now();
    const pageUrl = documentUrl(env);
    const isWanted = settings().performance;
    for (; next < end && next < waiting.length; next += 1) {
      const entry = waiting[next];
      if (entry !== undefined && isWanted) report(entry, began, pageUrl);
    }
    if (next < waiting.length) cancel = env.whenIdle(reportSome);
    else {
      waiting = [];
      next = 0;
    }
  };
  const reportSome = (): void => {
    reportUntil(next + MAX_AT_ONCE);
  };
  const reportAll = (): void => {
    reportUntil(waiting.length);
  };
  const report = (entry: PerformanceResourceTiming, began: number, pageUrl: string): void => {
    const { startTime, responseStatus } = entry;
    emit('/logs', {
      type: 'resource',
      ts: timestamp(env, began + startTime),
      url: boundedUrl(entry.name),
      pageUrl,
      initiatorType: entry.initiatorType,
      // 0 where the browser keeps it from us.
      responseStatus: responseStatus > 0 ? responseStatus : undefined,
      integrity: integrityOf(entry),
      transferSize: entry.transferSize,
      decodedSize: entry.decodedBodySize,
      startTime,
      duration: entry.duration,
    });
  };
  const observation = resources.watch((entries) => {
    for (let index = 0; index < entries.length && noted < MAX_RESOURCES; index += 1) {
      const entry = entries[index];
      if (entry === undefined) continue;
      append(waiting, entry);
      noted += 1;
    }
    cancel ??= env.whenIdle(reportSome);
  });
  const stopWatching = watchReleases(env, () => {
    observation.catchUp();
    reportAll();
  });
  return () => {
    reportAll();
    stopWatching();
    observation.stop();
  };
}
