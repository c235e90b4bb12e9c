/** How a document loaded: one snapshot two seconds after the load, its final figures when it is left; and tasks that block it later. */

import type { PerformanceSnapshot } from 'gasoline-wire';

import { watchDepartures, watchLoads } from '../documents.ts';
import type { EntryName } from '../emit.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { createLoadTotals } from '../load-totals.ts';
import type { LoadTotals } from '../load-totals.ts';
import { navigationTiming } from '../navigation-timing.ts';
import type { Uninstall } from '../patch.ts';
import type { Cancel } from '../timers.ts';
import type { VitalCauses, Vitals } from '../vitals.ts';

/** What comes later belongs to the use of the page, not to its load. */
const AFTER_LOAD_MS = 2000;

/** How long the vitals rest before they are reported again. */
const VITALS_REST_MS = 1000;

/** A task longer than this is reported when it happens. */
const REPORTED_TASK_MS = 500;

/** Records performance until uninstalled. Frames are part of the page that holds them and have no load of their own. */
export function instrumentPerformance({ emit, amend, settings, resources }: Reporting, env: Env): Uninstall {
  if (env.window.top !== env.window) return () => undefined;
  let isLoaded = false;
  const totals = createLoadTotals(env, resources, (duration) => {
    // Those of the load are among its figures.
    if (!isLoaded || duration <= REPORTED_TASK_MS || !settings().performance) return;
    const message = `Main thread blocked for ${duration} ms`;
    const url = documentUrl(env);
    emit('/logs', { type: 'longtask', ts: timestamp(env), level: 'warn', message, duration, url });
  });
  const vitals: Vitals = {};
  const causes: VitalCauses = {};
  /** Address of the load that is to be reported: by then the page may have gone on to another route. */
  let due: string | undefined;
  let cancel: Cancel = () => undefined;
  let sent: EntryName | undefined;

  const send = (): void => {
    cancel();
    const url = due;
    due = undefined;
    if (url !== undefined && settings().performance)
      sent = emit('/logs', {
        type: 'performance',
        ts: timestamp(env),
        url,
        ...snapshotOf(env, vitals, totals),
      });
  };
  let cancelFinish: Cancel = () => undefined;
  let told = '';
  const finish = (): void => {
    send();
    // The figures may change for as long as the page lives, and nobody knows whether it will be shown again.
    const figures = figuresOf(vitals);
    if (sent === undefined || figures === told) return;
    told = figures;
    amend('/logs', sent, { type: 'performance', _vitals: { ...vitals, ...causes } });
  };
  // Only when the page has loaded and rests: it is the dearest of all we install, nothing is reported before, and the
  // browser keeps what happened until then.
  let stopVitals: Uninstall | undefined;
  const watchVitals = (): void => {
    stopVitals ??= env.watchVitals((name, value, cause) => {
      vitals[name] = value;
      if (cause === undefined) return;
      // The person stays on the page and asks: what is known now is told now, once nothing has changed for a while.
      causes.largestPaint = cause.largestPaint ?? causes.largestPaint;
      causes.interaction = cause.interaction ?? causes.interaction;
      cancelFinish();
      cancelFinish = env.after(VITALS_REST_MS, () => {
        if (sent !== undefined) finish();
      });
    });
  };
  const stops = [
    watchLoads(env, () => {
      isLoaded = true;
      due = documentUrl(env);
      env.whenIdle(watchVitals);
      cancel = env.after(AFTER_LOAD_MS, () => {
        cancel = env.whenIdle(causes.largestPaint === undefined ? send : finish);
      });
    }),
    watchDepartures(env, finish),
    totals.stop,
  ];
  return () => {
    cancel();
    cancelFinish();
    stopVitals?.();
    stops.forEach((stop) => {
      stop();
    });
  };
}

function snapshotOf(env: Env, vitals: Vitals, totals: LoadTotals): Omit<PerformanceSnapshot, 'url' | 'ts'> {
  const { cumulativeLayoutShift } = vitals;
  return {
    timing: navigationTiming(env, vitals),
    ...totals.read(),
    ...(cumulativeLayoutShift === undefined ? {} : { cumulativeLayoutShift }),
  };
}

/** Two sets of vitals are the same if this is. */
function figuresOf({
  largestContentfulPaint,
  cumulativeLayoutShift,
  interactionToNextPaint,
}: Vitals): string {
  return `${largestContentfulPaint} ${cumulativeLayoutShift} ${interactionToNextPaint}`;
}
