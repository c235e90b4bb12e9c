/**
 * Capture for CI: one script, run before the page's own, that needs no extension.
 *
 * With a binding everything leaves through it. Without one the server is asked with an ordinary request whether it
 * can be reached, because beacons claim success even where a policy blocks them. If not, that is said once, and
 * capture ends rather than fill the page's console with errors. The same when beacons fail later on.
 */

import {
  createEnrichment,
  createEnv,
  isCaptured,
  landmarksOf,
  recogniser,
  startCapture,
  watchVitals,
} from 'gasoline-capture';
import type { CaptureOptions } from 'gasoline-capture';

import { beaconSink } from './beacon.ts';
import { takeBinding } from './binding.ts';
import { readConfig } from './config.ts';
import { watchFailures } from './failures.ts';
import { framePath } from './frame-path.ts';
import { isWithoutOrigin } from './loopback.ts';
import { createPoster } from './post.ts';
import { LIMITS, startWithBinding } from './start-with-binding.ts';

const env = createEnv(window, watchVitals);
// Also where another copy captures this window already: the page must not find it.
const binding = takeBinding(window);
const config = readConfig(window, binding === undefined ? 'nobody' : 'somebody');
const poster = createPoster(window, config.server);

async function startWithBeacons(): Promise<void> {
  const session = config.session ?? env.newId();
  const identity = {
    session,
    tab: config.tab ?? env.newId(),
    frame: framePath(window),
    testId: config.testId,
  };
  const options: CaptureOptions = {
    identity,
    limits: LIMITS,
    settings: () => config.settings,
    recogniser,
    landmarksOf,
    createEnrichment,
    unseenInWorkers: ['worker console', 'worker rejections', 'worker requests'],
  };
  const sink = beaconSink(env, poster);
  const stop = startCapture(env, sink, options);
  let isAsking = false;
  let wasReached = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    sink.hold();
    const { document } = window;
    if (await poster.hello(session)) {
      isAsking = false;
      wasReached = true;
      sink.release();
      return;
    }
    // A page that is left gives up its requests before all of its frames know of it; then this turn is the last. So does
    // the empty document of a frame, but there the one that follows has our window.
    env.after(0, () => {
      if (document === window.document) {
        end();
        return;
      }
      isAsking = false;
      void ask();
    });
  };
  const end = (): void => {
    stopWatching();
    stop();
    sayUnreachable(wasReached ? 'Nothing more' : 'Nothing');
  };
  const stopWatching = watchFailures(env, config.server, () => void ask());
  await ask();
}

function sayUnreachable(extent: 'Nothing' | 'Nothing more'): void {
  console.warn(`[gasoline] ${extent} is captured: this page cannot reach ${config.server}.`);
}

/** Where the server would refuse it is not asked: the browser tells the console of every refusal. */
function endWithoutOrigin(): void {
  env.leaving.stopWatching();
  const isBlank = window.location.href === 'about:blank';
  // A frame's page speaks for it, and an empty one has nothing to be captured.
  if (window.top === window && !isBlank) sayUnreachable('Nothing');
}

/** Starts in one of the two ways. A page that loads the script itself may be captured already: then nothing is to do. */
function start(): void {
  if (isCaptured(window)) env.leaving.stopWatching();
  else if (binding !== undefined)
    startWithBinding({
      env,
      config,
      poster,
      send: binding,
      parts: { recogniser, landmarksOf, createEnrichment },
    });
  else if (isWithoutOrigin(window)) endWithoutOrigin();
  else void startWithBeacons();
}

start();
