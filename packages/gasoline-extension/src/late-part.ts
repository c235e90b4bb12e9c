/** Stands for what comes with `late.ts`, before and after it came. */

import { unrecognised } from 'gasoline-capture';
import type { LandmarksOf, Recognise, Uninstall, WatchVitals } from 'gasoline-capture';

/** What comes late. */
export interface LatePart {
  readonly landmarksOf: LandmarksOf;
  readonly recognise: Recognise;
  readonly watchVitals: WatchVitals;
}

/** The same from the start: until the part is there no element is recognised and no landmarks are found, and who watches vitals waits. */
export interface AwaitedPart extends LatePart {
  readonly arrive: (part: LatePart) => void;
}

/** The late part of one window. Vitals are watched once at a time. */
export function awaitLatePart(): AwaitedPart {
  let arrived: LatePart | undefined;
  let waiting: ((part: LatePart) => void) | undefined;
  return {
    landmarksOf: (document, dom) => arrived?.landmarksOf(document, dom),
    recognise: (element, dom) => (arrived?.recognise ?? unrecognised)(element, dom),
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
      waiting = undefined;
    },
  };
}
