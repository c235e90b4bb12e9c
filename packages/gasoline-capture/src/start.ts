/** Installs everything, once per window. */

import { shareDisguises } from './disguise.ts';
import { createEmit } from './emit.ts';
import type { PageIdentity } from './emit.ts';
import type { CreateEnrichment } from './enrichment/enrichment.ts';
import { withoutEnrichment } from './enrichment/without-enrichment.ts';
import type { Env } from './env.ts';
import { holdEntries } from './held.ts';
import { createReporting } from './instrument.ts';
import type { Instrument, Reporting } from './instrument.ts';
import { instrumentActions } from './instrument/actions.ts';
import { instrumentConsole } from './instrument/console.ts';
import { instrumentDocument } from './instrument/document.ts';
import { instrumentDomSnapshots } from './instrument/dom-snapshots.ts';
import { instrumentEnrichment } from './instrument/enrichment.ts';
import { instrumentExceptions } from './instrument/exceptions.ts';
import { instrumentFailedResources } from './instrument/failed-resources.ts';
import { instrumentFetch } from './instrument/fetch.ts';
import { instrumentNavigation } from './instrument/navigation.ts';
import { instrumentPerformance } from './instrument/performance.ts';
import { instrumentResources } from './instrument/resources.ts';
import { instrumentStorage } from './instrument/storage.ts';
import { instrumentViolations } from './instrument/violations.ts';
import { instrumentWebSocket } from './instrument/websocket.ts';
import { instrumentXhr } from './instrument/xhr.ts';
import type { LandmarksOf } from './landmarks.ts';
import { maskSource } from './mask-source.ts';
import type { CreateOutcomes } from './outcomes/outcomes.ts';
import { withoutOutcomes } from './outcomes/without-outcomes.ts';
import type { PageWindow } from './page-window.ts';
import type { Uninstall } from './patch.ts';
import { append, defineProperty } from './primordials.ts';
import { offerPublicApi } from './public-api.ts';
import { unrecognised } from './selectors/recognised.ts';
import type { Recogniser } from './selectors/recognised.ts';
import { CAPTURE_ALL } from './settings.ts';
import type { CurrentSettings } from './settings.ts';
import { createBatches } from './sink.ts';
import type { BatchLimits, Sink } from './sink.ts';

/** How to capture. */
export interface CaptureOptions {
  readonly identity?: PageIdentity;
  readonly limits?: BatchLimits;
  readonly settings?: CurrentSettings;
  /**
   * Called at the start with a function. Until that is called nothing leaves the window; then what the settings want.
   * For settings that arrive later than the page's first scripts.
   */
  readonly held?: (release: () => void) => void;
  /** How elements are recognised; without it actions tell the simple selectors only. */
  readonly recogniser?: Recogniser;
  /** What a document shows; without it no snapshots are taken. */
  readonly landmarksOf?: LandmarksOf;
  /** What is found out about errors after they were reported; without it nothing. */
  readonly createEnrichment?: CreateEnrichment;
  /** What is found out about actions after they were reported; without it nothing. */
  readonly createOutcomes?: CreateOutcomes;
  /** What nobody captures of the page's workers, because nothing of ours runs in them; requests where it is not given. */
  readonly unseenInWorkers?: readonly string[];
  /** Further members of the window's mark, for other scripts of ours. */
  readonly offered?: Readonly<Record<string, unknown>>;
}

/** Half of what the server takes in one request; 768 KB at three bytes a character. */
const DEFAULT_LIMITS: BatchLimits = { entries: 500, characters: 262_144 };

/** In the order of installation, by the names under which the server hears what is not captured; removal goes backwards. */
const INSTRUMENTS: readonly (readonly [name: string, instrument: Instrument])[] = [
  ['annotations', offerPublicApi],
  ['console', instrumentConsole],
  ['exceptions', instrumentExceptions],
  ['violations', instrumentViolations],
  ['error_context', instrumentEnrichment],
  ['navigation', instrumentNavigation],
  ['actions', instrumentActions],
  ['fetch', instrumentFetch],
  ['xhr', instrumentXhr],
  ['websocket', instrumentWebSocket],
  ['storage', instrumentStorage],
  ['resources', instrumentResources],
  ['failed_resources', instrumentFailedResources],
  ['performance', instrumentPerformance],
  ['dom_snapshots', instrumentDomSnapshots],
  // Last: a document that is there already is described at once, with what failed before.
  ['document', instrumentDocument],
];

/**
 * Marks the window. Extension and CI script may meet in one page, and each bundle has its own module state. Its value is
 * what frames of the same origin share.
 */
const INSTALLED = Symbol.for('gasoline.capture');

/** Whether another copy captures the window already. */
export function isCaptured(window: PageWindow): boolean {
  return Object.hasOwn(window, INSTALLED);
}

/** Captures the page until the returned function is called. The first to start in a window wins. */
export function startCapture(env: Env, sink: Sink, options: CaptureOptions = {}): Uninstall {
  if (!claim(env.window, options.offered)) {
    env.leaving.stopWatching();
    return () => undefined;
  }
  const batches = createBatches(env, sink, options.limits ?? DEFAULT_LIMITS);
  const settings = options.settings ?? (() => CAPTURE_ALL);
  const held = options.held === undefined ? undefined : holdEntries(settings);
  const { emit, amend } = createEmit(env, batches, options.identity ?? {}, held);
  const {
    recogniser = unrecognised,
    landmarksOf = () => undefined,
    createEnrichment = withoutEnrichment,
    createOutcomes = withoutOutcomes,
    unseenInWorkers = ['worker requests'],
  } = options;
  const report = createReporting(
    env,
    emit,
    amend,
    settings,
    recogniser,
    landmarksOf,
    createEnrichment,
    createOutcomes,
    unseenInWorkers,
  );
  if (held !== undefined) options.held?.(held.release);
  const uninstalls = [
    env.leaving.stopWatching,
    maskSource(env.window),
    ...allInstalled(report, env),
    // Last: what the others let go leaves with it.
    env.releases.watch(() => {
      batches.flush();
      sink.passOn?.();
    }),
  ];
  return () => {
    uninstalls.reverse().forEach((uninstall) => {
      uninstall();
    });
    batches.flush();
    sink.close();
    Reflect.deleteProperty(env.window, INSTALLED);
  };
}

/**
 * A script that ran before us may have left something in place of what an instrument needs: that costs this one, not the others. The
 * server hears of it, the page does not.
 */
function allInstalled(report: Reporting, env: Env): readonly Uninstall[] {
  const uninstalls: Uninstall[] = [];
  for (const [name, instrument] of INSTRUMENTS) {
    try {
      append(uninstalls, instrument(report, env));
    } catch {
      append(report.notCaptured, name);
    }
  }
  return uninstalls;
}

function claim(window: PageWindow, offered: CaptureOptions['offered']): boolean {
  if (isCaptured(window)) return false;
  // Null also where the frame belongs to a document of another origin, which must not be touched.
  const around: unknown = window.frameElement === null ? undefined : Reflect.get(window.parent, INSTALLED);
  const value = Object.freeze({ ...shareDisguises(around), ...offered });
  return defineProperty(window, INSTALLED, { value, configurable: true });
}
