/**
 * Capture for CI: one script, run before the page's own, that needs no extension.
 *
 * With a binding everything leaves through it. Without one the server is asked with an ordinary request whether it
 * can be reached, because beacons claim success even where a policy blocks them. If not, that is said once, and
 * capture ends rather than fill the page's console with errors.
 */

import { createEnv, isCaptured, locatorsOf, startCapture, watchVitals } from 'capture';
import type { BatchLimits, CaptureOptions, Sink } from 'capture';

import { BEACON_CHARACTERS, beaconSink } from './beacon.ts';
import { bindingSink, takeBinding } from './binding.ts';
import type { Binding } from './binding.ts';
import { readConfig } from './config.ts';
import { framePath } from './frame-path.ts';
import { isLoopbackPage } from './loopback.ts';
import { createPoster } from './post.ts';

/** Small enough that any batch may become a beacon. */
const LIMITS: BatchLimits = { entries: 500, characters: BEACON_CHARACTERS };

const env = createEnv(window, watchVitals);
const binding = isCaptured(window) ? undefined : takeBinding(window);
const config = readConfig(window, binding === undefined ? 'nobody' : 'somebody');
const poster = createPoster(window, config.server);

function startWithBinding(send: Binding): void {
  const remainder: Sink['send'] = (endpoint, lines) => {
    if (isLoopbackPage(window.location)) poster.send(endpoint, lines);
  };
  // The runner knows session, tab and frame, and adds what is not set here.
  const { session, tab, testId } = config;
  startCapture(env, bindingSink(env, send, remainder), {
    identity: { session, tab, testId },
    limits: LIMITS,
    settings: () => config.settings,
    locatorsOf,
  });
}

async function startWithBeacons(): Promise<void> {
  const session = config.session ?? env.newId();
  const identity = {
    session,
    tab: config.tab ?? env.newId(),
    frame: framePath(window),
    testId: config.testId,
  };
  const options: CaptureOptions = { identity, limits: LIMITS, settings: () => config.settings, locatorsOf };
  const stop = startCapture(env, beaconSink(env, poster), options);
  if (await poster.hello(session)) return;
  stop();
  console.warn(`[gasoline] Nothing is captured: this page cannot reach ${config.server}.`);
}

/** Starts in one of the two ways. A page that loads the script itself may be captured already: then nothing is to do. */
function start(): void {
  if (isCaptured(window)) return;
  if (binding === undefined) void startWithBeacons();
  else startWithBinding(binding);
}

start();
