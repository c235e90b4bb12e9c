/**
 * Runs in the extension's world of each captured document: passes entries on to the service worker.
 *
 * Chrome ends an idle worker and with it the port. The next entries open a new one, which starts the worker again.
 */

import { isEndpoint } from 'wire/endpoint';

import { acceptChannel } from './channel.ts';
import { RELAY_PORT } from './messages.ts';
import type { RelayMessage } from './messages.ts';

let port: chrome.runtime.Port | undefined;

function connect(): chrome.runtime.Port {
  const opened = chrome.runtime.connect({ name: RELAY_PORT });
  opened.onDisconnect.addListener(() => {
    if (port === opened) port = undefined;
  });
  return opened;
}

function post(message: RelayMessage): void {
  port ??= connect();
  port.postMessage(message);
}

acceptChannel(document, (endpoint, lines) => {
  if (!isEndpoint(endpoint)) return;
  const message: RelayMessage = { kind: 'entries', endpoint, lines };
  try {
    post(message);
  } catch {
    port = undefined;
    retry(message);
  }
});

/** The worker may have gone between two messages. */
function retry(message: RelayMessage): void {
  try {
    post(message);
  } catch {
    // The extension was updated or removed: this document's relay belongs to a copy that no longer exists.
  }
}
