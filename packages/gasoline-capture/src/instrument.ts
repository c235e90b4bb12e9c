/** What every instrument is given, and what it gives back. */

import { createActivity } from './activity.ts';
import type { Activity } from './activity.ts';
import { createAnnotations } from './annotations.ts';
import type { Annotations } from './annotations.ts';
import type { Amend, Emit } from './emit.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import type { Enrichment } from './enrichment/enrichment.ts';
import type { Env } from './env.ts';
import type { LandmarksOf } from './landmarks.ts';
import type { Uninstall } from './patch.ts';
import { createResourceLog } from './resource-log.ts';
import type { ResourceLog } from './resource-log.ts';
import type { Recognise } from './selectors/recognised.ts';
import type { CurrentSettings } from './settings.ts';
import { createSettling } from './settling.ts';
import type { Settling } from './settling.ts';
import { createStores } from './stores.ts';
import type { Stores } from './stores.ts';

/** How an instrument reports, and what it may look at. */
export interface Reporting {
  readonly emit: Emit;
  readonly amend: Amend;
  readonly settings: CurrentSettings;
  readonly activity: Activity;
  readonly settling: Settling;
  readonly annotations: Annotations;
  readonly stores: Stores;
  readonly resources: ResourceLog;
  readonly enrichment: Enrichment;
  readonly recognise: Recognise;
  readonly landmarksOf: LandmarksOf;
  /** Names of instruments that could not be installed. */
  readonly notCaptured: string[];
}

/** The reporting of one window. */
export function createReporting(
  env: Env,
  emit: Emit,
  amend: Amend,
  settings: CurrentSettings,
  recognise: Recognise,
  landmarksOf: LandmarksOf,
): Reporting {
  const stores = createStores();
  return {
    emit,
    amend,
    settings,
    activity: createActivity(),
    settling: createSettling(env),
    annotations: createAnnotations(),
    stores,
    resources: createResourceLog(env, settings),
    enrichment: createEnrichment(env, amend, settings, stores),
    recognise,
    landmarksOf,
    notCaptured: [],
  };
}

/** Watches one API of the page until uninstalled. */
export type Instrument = (report: Reporting, env: Env) => Uninstall;
