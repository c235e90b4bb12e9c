/**
 * Runs in the page's own world, before its scripts: captures, and sends what it captured to the relay.
 *
 * What the person wants captured is known only after the browser's storage was read. Until then everything is captured
 * and stays here; see `held` in the capture library. A page that is left before that hands everything over unsifted,
 * and the service worker sifts it.
 */

import {
  awaitLatePart,
  CAPTURE_ALL,
  createEnv,
  json,
  ownCollections,
  patch,
  primordials,
  startCapture,
  vitalsGlobals,
  watchRemoval,
} from 'gasoline-capture';
import type { LatePart, Settings, Uninstall } from 'gasoline-capture';

import { offerChannel } from './channel.ts';
import type { Orders } from './settings/orders.ts';

const { parse } = JSON;
/** By the names that scripts/build.mjs knows. */
const LENT = { primordials, vitalsGlobals, ownCollections, json, patch };
const late = awaitLatePart();
const env = createEnv(window, late.watchVitals);

let settings: Settings | undefined;
let release = (): void => undefined;
let stop: Uninstall | undefined;

const stopWaiting = env.listen('pagehide', () => {
  release();
});
// Also when another copy captures this window already: the relay waits for an offer, and only from us.
const send = offerChannel(window, obey);
// Unless the relay was here first and knew already what to do.
if (settings === undefined) stop = start();

/** Session, tab and frame are added by the service worker, which knows them for certain. */
function start(): Uninstall {
  const removal = watchRemoval(env);
  return startCapture(
    env,
    {
      send: (route, lines) => {
        send(route, lines, settings === undefined ? 'unsifted' : 'sifted');
      },
      isHurried: removal.isUnderWay,
      close: removal.stopWatching,
    },
    {
      settings: () => settings ?? CAPTURE_ALL,
      held: (letGo) => {
        release = letGo;
      },
      recogniser: late.recogniser,
      landmarksOf: late.landmarksOf,
      createEnrichment: late.createEnrichment,
      createOutcomes: late.createOutcomes,
      unseenInWorkers: ['worker console', 'worker rejections', 'worker requests'],
      offered: { accept },
    },
  );
}

/** Takes over the late part; it borrows the functions that were the browser's own before the page had its way with them. */
function accept(comeLate: (borrowed: typeof LENT, handOver: (part: LatePart) => void) => void): void {
  comeLate(LENT, late.arrive);
}

/** Follows the person's choices for as long as the document lives. */
function obey(text: string): void {
  // Written by our own relay, on a line that nobody else can reach.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  const orders = parse(text) as Orders;
  stopWaiting();
  settings = orders.settings;
  if (!orders.isCaptured) {
    stop?.();
    stop = undefined;
    return;
  }
  stop ??= start();
  release();
}
