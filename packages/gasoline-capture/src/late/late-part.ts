/** Stands for the part of capture that comes late, before and after it came. */

import type { CreateEnrichment } from '../enrichment/enrichment.ts';
import type { LandmarksOf } from '../landmarks.ts';
import type { CreateOutcomes, Outcomes } from '../outcomes/outcomes.ts';
import { withoutOutcomes } from '../outcomes/without-outcomes.ts';
import type { Uninstall } from '../patch.ts';
import { unrecognised } from '../selectors/recognised.ts';
import type { Recogniser } from '../selectors/recognised.ts';
import type { WatchVitals } from '../vitals.ts';

import { waitForEnrichment } from './waiting-enrichment.ts';

/** What comes late. */
export interface LatePart {
  readonly createEnrichment: CreateEnrichment;
  readonly createOutcomes: CreateOutcomes;
  readonly landmarksOf: LandmarksOf;
  readonly recogniser: Recogniser;
  readonly watchVitals: WatchVitals;
}

/**
 * The same from the start: until the part is there no element is recognised and no landmarks are found, and who watches vitals
 * or wants to know more about errors waits.
 */
export interface AwaitedPart extends LatePart {
  readonly arrive: (part: LatePart) => void;
}

/** The late part of one window. Vitals are watched once at a time, and errors are followed by one enrichment. */
export function awaitLatePart(): AwaitedPart {
  let arrived: LatePart | undefined;
  let waiting: ((part: LatePart) => void) | undefined;
  let enrich: ((part: LatePart) => void) | undefined;
  let follow: ((part: LatePart) => void) | undefined;
  return {
    createEnrichment(env, amend, settings, stores) {
      if (arrived !== undefined) return arrived.createEnrichment(env, amend, settings, stores);
      const enrichment = waitForEnrichment(env, amend, settings, stores);
      enrich = ({ createEnrichment }) => {
        enrichment.arrive(createEnrichment);
      };
      return enrichment;
    },
    createOutcomes(env, amend, activity) {
      if (arrived !== undefined) return arrived.createOutcomes(env, amend, activity);
      let outcomes: Outcomes = withoutOutcomes(env, amend, activity);
      follow = ({ createOutcomes }) => {
        outcomes = createOutcomes(env, amend, activity);
      };
      return {
        acted(action) {
          outcomes.acted(action);
        },
        stop() {
          follow = undefined;
          outcomes.stop();
        },
      };
    },
    landmarksOf: (document, dom) => arrived?.landmarksOf(document, dom),
    recogniser: {
      recognise: (element, dom) => (arrived?.recogniser ?? unrecognised).recognise(element, dom),
      classesOf: (element, dom) => (arrived?.recogniser ?? unrecognised).classesOf(element, dom),
    },
    watchVitals(react) {
      if (arrived !== undefined) return arrived.watchVitals(react);
      let stop: Uninstall = () => {
        waiting = undefined;
      };
      waiting = (part) => {
        stop = part.watchVitals(react);
      };
      return () => {
        stop();
      };
    },
    arrive(part) {
      arrived = part;
      waiting?.(part);
      enrich?.(part);
      follow?.(part);
      waiting = enrich = follow = undefined;
    },
  };
}
