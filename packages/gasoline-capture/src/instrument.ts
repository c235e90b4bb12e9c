/** What every instrument is given, and what it gives back. */

import { createActivity } from './activity.ts';
import type { Activity } from './activity.ts';
import { createAnnotations } from './annotations.ts';
import type { Annotations } from './annotations.ts';
import { createBlocked } from './blocked.ts';
import type { Blocked } from './blocked.ts';
import type { Amend, Emit } from './emit.ts';
import type { CreateEnrichment, Enrichment } from './enrichment/enrichment.ts';
import type { Env } from './env.ts';
import type { LandmarksOf } from './landmarks.ts';
import type { CreateOutcomes, Outcomes } from './outcomes/outcomes.ts';
import type { Uninstall } from './patch.ts';
import { createRejections } from './rejections.ts';
import type { Rejections } from './rejections.ts';
import { createResourceLog } from './resource-log.ts';
import type { ResourceLog } from './resource-log.ts';
import type { Recogniser } from './selectors/recognised.ts';
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
  readonly rejections: Rejections;
  readonly blocked: Blocked;
  readonly enrichment: Enrichment;
  readonly outcomes: Outcomes;
  readonly recogniser: Recogniser;
  readonly landmarksOf: LandmarksOf;
  /** Names of instruments that could not be installed. */
  readonly notCaptured: string[];
  /** What nobody captures of the page's workers. */
  readonly unseenInWorkers: readonly string[];
}

/** The reporting of one window. */
export function createReporting(
  env: Env,
  emit: Emit,
  amend: Amend,
  settings: CurrentSettings,
  recogniser: Recogniser,
  landmarksOf: LandmarksOf,
  createEnrichment: CreateEnrichment,
  createOutcomes: CreateOutcomes,
  unseenInWorkers: readonly string[] = [],
): Reporting {
  const stores = createStores();
  const activity = createActivity();
  return {
    emit,
    amend,
    settings,
    activity,
    settling: createSettling(env),
    annotations: createAnnotations(),
    stores,
    resources: createResourceLog(env, settings),
    rejections: createRejections(),
    blocked: createBlocked(),
    enrichment: createEnrichment(env, amend, settings, stores),
    outcomes: createOutcomes(env, amend, activity),
    recogniser,
    landmarksOf,
    notCaptured: [],
    unseenInWorkers,
  };
}

/** Watches one API of the page until uninstalled. */
export type Instrument = (report: Reporting, env: Env) => Uninstall;
