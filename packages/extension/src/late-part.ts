/** Stands for what comes with `late.ts`, before and after it came. */

import type { LocatorsOf, Uninstall, WatchVitals } from 'capture';

/** What comes late. */
export interface LatePart {
  readonly locatorsOf: LocatorsOf;
  readonly watchVitals: WatchVitals;
}

/** The same from the start: until the part is there no locators are found, and who watches vitals waits. */
export interface AwaitedPart extends LatePart {
  readonly arrive: (part: LatePart) => void;
}

/** The late part of one window. Vitals are watched once at a time. */
export function awaitLatePart(): AwaitedPart {
  let arrived: LatePart | undefined;
  let waiting: ((part: LatePart) => void) | undefined;
  return {
    locatorsOf: (element, dom, name) => arrived?.locatorsOf(element, dom, name) ?? [],
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
