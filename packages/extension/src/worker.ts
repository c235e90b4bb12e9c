/**
 * The service worker: the only part that talks to the server.
 *
 * Takes entries from the relays, adds what only the browser knows for certain (capture session, tab, frame), and
 * delivers them.
 */

import { Delivery } from 'delivery';
import { ENTRY_SEPARATOR } from 'wire/endpoint';

import { showLink } from './badge.ts';
import { captureSession } from './capture-session.ts';
import { startLive } from './live/start.ts';
import { isRelayMessage, RELAY_PORT } from './messages.ts';
import type { RelayMessage } from './messages.ts';
import { onServerPortChange, readServerPort, serverUrl } from './settings.ts';

/** Looks for a server that was away; the shortest period Chrome allows. */
const RECONNECT_ALARM = 'reconnect';
const RECONNECT_MINUTES = 0.5;

const delivery = new Delivery({
  client: 'extension',
  version: chrome.runtime.getManifest().version,
  server: async () => serverUrl(await readServerPort()),
  session: captureSession,
  onState: (state) => void showLink(state),
});

chrome.runtime.onConnect.addListener((port) => {
  if (port.name !== RELAY_PORT) return;
  port.onMessage.addListener((message: unknown) => {
    if (isRelayMessage(message)) void accept(message, port.sender);
  });
});

const live = startLive({ server: async () => serverUrl(await readServerPort()), session: captureSession });

onServerPortChange(() => {
  void delivery.reconnect();
  live.reconnect();
});

chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === RECONNECT_ALARM) void delivery.reconnect();
});
void chrome.alarms.create(RECONNECT_ALARM, { periodInMinutes: RECONNECT_MINUTES });
void delivery.settle();

async function accept(
  message: RelayMessage,
  sender: chrome.runtime.MessageSender | undefined,
): Promise<void> {
  const identity = JSON.stringify({
    session: await captureSession(),
    tab: String(sender?.tab?.id ?? ''),
    frame: String(sender?.frameId ?? ''),
  });
  const entries = message.lines.split(ENTRY_SEPARATOR);
  delivery.add({
    endpoint: message.endpoint,
    entries: entries.map((entry) => withIdentity(entry, identity)),
  });
}

/** Puts the members of one JSON object in front of another's, both known not to be empty, without reading them. */
function withIdentity(entry: string, identity: string): string {
  return `${identity.slice(0, -1)},${entry.slice(1)}`;
}
