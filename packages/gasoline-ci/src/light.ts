/**
 * Capture for test suites: what every document pays for, and nothing that only a recording or an error needs.
 *
 * A test is code already, so elements are named without locators and landmarks are not told. What finds out more about an error
 * is brought by the runner when the first one arrives, see `late.ts`. Works through a binding only.
 */

import {
  awaitLatePart,
  createEnv,
  isCaptured,
  json,
  ownCollections,
  patch,
  primordials,
  vitalsGlobals,
  watchVitals,
} from 'gasoline-capture';
import type { LatePart } from 'gasoline-capture';

import { takeBinding } from './binding.ts';
import { readConfig } from './config.ts';
import { createPoster } from './post.ts';
import { startWithBinding } from './start-with-binding.ts';

/** By the names that scripts/build.mjs knows. */
const LENT = { primordials, vitalsGlobals, ownCollections, json, patch };

const env = createEnv(window, watchVitals);
// Also where another copy captures this window already: the page must not find it.
const send = takeBinding(window);
const read = readConfig(window, 'somebody');
const config = { ...read, settings: { ...read.settings, domSnapshots: false } };
const late = awaitLatePart();

/** Takes over the late part; it borrows the functions that were the browser's own before the page had its way with them. */
function accept(comeLate: (borrowed: typeof LENT, handOver: (part: LatePart) => void) => void): void {
  comeLate(LENT, late.arrive);
}

if (send === undefined || isCaptured(window)) env.leaving.stopWatching();
else {
  const { recogniser, createEnrichment } = late;
  const poster = createPoster(window, config.server);
  startWithBinding({
    env,
    config,
    poster,
    send,
    parts: { recogniser, createEnrichment },
    offered: { accept },
  });
}
