/** Capture that leaves through a binding. */

import { releaseWithin, startCapture } from 'gasoline-capture';
import type { BatchLimits, CaptureOptions, Env } from 'gasoline-capture';

import { BEACON_CHARACTERS } from './batch.ts';
import { bindingSink } from './binding.ts';
import type { Binding } from './binding.ts';
import type { Config } from './config.ts';
import type { Poster } from './post.ts';
import { createRemainder } from './remainder.ts';

/** Small enough that any batch may become a beacon. */
export const LIMITS: BatchLimits = { entries: 500, characters: BEACON_CHARACTERS };

/** What a capture is made of. */
export interface BoundCapture {
  readonly env: Env;
  readonly config: Config;
  readonly poster: Poster;
  readonly send: Binding;
  /** What recognises elements, tells landmarks and finds out more about errors. */
  readonly parts: Pick<CaptureOptions, 'recogniser' | 'landmarksOf' | 'createEnrichment'>;
  /** Further members of the window's mark. */
  readonly offered?: CaptureOptions['offered'];
}

/** Starts it. The runner knows session, tab and frame, and adds what is not set here. */
export function startWithBinding({ env, config, poster, send, parts, offered }: BoundCapture): void {
  const remainder = createRemainder(env, poster);
  const { session, testId } = config;
  const frame = window.top === window ? '0' : undefined;
  startCapture(env, bindingSink(env, send, remainder), {
    identity: { session, frame, testId },
    limits: LIMITS,
    settings: () => config.settings,
    ...parts,
    offered: {
      ...offered,
      // Who gives no time may be about to lose the page.
      flush(milliseconds: unknown) {
        if (typeof milliseconds === 'number') return releaseWithin(env, milliseconds);
        env.releases.now('asked');
        return undefined;
      },
      allowBeacons(tab: unknown) {
        remainder.allow(window.document, tab);
      },
    },
  });
}
