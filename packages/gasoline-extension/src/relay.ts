/**
 * Runs in the extension's world of each captured document: tells the page script what is wanted, and passes its
 * entries on to the service worker.
 */

import { isRoute } from 'gasoline-wire/route';

import { acceptChannel } from './channel.ts';
import { PRESENCE, RELAY_PORT } from './messages.ts';
import { Courier } from './relay/courier.ts';
import { captureSettings } from './settings/orders.ts';
import type { Bodies, Orders } from './settings/orders.ts';
import { followSettings } from './settings/storage.ts';
import { DEFAULTS } from './settings/table.ts';
import type { ExtensionSettings } from './settings/table.ts';
import { addressOf, builtInSites, isCapturedAt } from './sites/site.ts';

/** How often a server is missed while somebody looks at the page. */
const SEEK_MS = 1000;

const address = addressOf(window);
const builtIn = builtInSites();

let settings: ExtensionSettings | undefined;
let bodies: Bodies = 'as set';
let isCaptured = true;

const courier = new Courier({
  connect: () => chrome.runtime.connect({ name: RELAY_PORT }),
  document: { url: location.href, site: address },
  after: (milliseconds, react) => void setTimeout(react, milliseconds),
  onPressure(pressure) {
    bodies = pressure === 'hard' ? 'none' : 'as set';
    giveOrders();
  },
  onOrphaned() {
    isCaptured = false;
    giveOrders();
  },
});

const tell = acceptChannel(document, (route, lines, sifting) => {
  if (isCaptured && isRoute(route)) courier.send(route, lines, sifting);
});

/** Nothing is ordered before it is known what the person wants, unless it is to stop. */
function giveOrders(): void {
  if (settings === undefined && isCaptured) return;
  const orders: Orders = { isCaptured, settings: captureSettings(settings ?? DEFAULTS, bodies) };
  tell(JSON.stringify(orders));
}

followSettings((read) => {
  settings = read.settings;
  isCaptured = isCapturedAt(address, settings, builtIn);
  giveOrders();
});

chrome.runtime.onMessage.addListener((message: unknown, _sender, answer) => {
  if (message === PRESENCE) answer(isCaptured);
});

/** Frames of a page need not ask as well. */
if (window === window.top)
  setInterval(() => {
    if (isCaptured && document.visibilityState === 'visible') courier.seek();
  }, SEEK_MS);
