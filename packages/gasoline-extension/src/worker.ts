/**
 * The service worker: the only part that talks to the server. Here its parts are put together.
 *
 * Chrome ends it after half a minute of silence and starts it anew for the next event, so every listener is added in
 * the first turn, and nothing is known but what storage holds.
 */

import { askPage } from './live/ask.ts';
import { startLive } from './live/start.ts';
import type { Live } from './live/start.ts';
import { RELAY_PORT } from './messages.ts';
import { registerSites } from './sites/registration.ts';
import { showLink } from './worker/badge.ts';
import { captureSession } from './worker/capture-session.ts';
import { note } from './worker/debug-log.ts';
import { forgetUncaptured, watchDocumentHeaders } from './worker/document-headers.ts';
import { createEnricher } from './worker/enrichment.ts';
import { ErrorCounter } from './worker/error-count.ts';
import { Intake } from './worker/intake.ts';
import { Link } from './worker/link.ts';
import { watchScripts } from './worker/loaded-scripts.ts';
import { answerRequests } from './worker/requests.ts';
import { Screenshots } from './worker/screenshots.ts';
import { currentSettings, mayBeCaptured, onSettings } from './worker/settings.ts';

/** Looks for a server that was away; the shortest period Chrome allows. */
const RECONNECT_ALARM = 'reconnect';
const RECONNECT_MINUTES = 0.5;

const errors = new ErrorCounter();
const link = new Link(currentSettings, {
  onSafe: (position) => {
    intake.safeUpTo(position);
  },
  onState: (state) => {
    void showLink(state);
    intake.linkChanged(state.kind === 'connected');
    if (state.kind === 'connected') live.connect(state.server);
  },
});
const ready = Promise.all([link.restore(), errors.restore()]);
const screenshots = new Screenshots({
  settings: currentSettings,
  session: captureSession,
  server: () => link.server(),
  ask: (tab, query) => askPage(String(tab), query, mayBeCaptured),
});
const enricher = createEnricher(link);
const intake: Intake = new Intake({ link, errors, screenshots, enricher, settings: currentSettings, ready });

const live: Live = startLive({
  session: captureSession,
  mayBeCaptured,
  seekServer: () => void ready.then(() => link.reconnect()),
  pictures: screenshots,
});

watchDocumentHeaders(mayBeCaptured);
watchScripts(mayBeCaptured);
answerRequests({ link, errors, ready });

chrome.runtime.onConnect.addListener((port) => {
  if (port.name === RELAY_PORT) intake.attach(port);
});

chrome.tabs.onRemoved.addListener((tab) => {
  errors.closed(tab);
  screenshots.closed(tab);
});

onSettings((settings, before) => {
  forgetUncaptured(mayBeCaptured);
  registerSites(settings).then(
    (patterns) => {
      note(`captured beside developer sites: ${patterns.join(' ') || 'none'}`);
    },
    (error: unknown) => {
      note(`Chrome refused the sites: ${String(error)}`);
    },
  );
  live.tellPages();
  if (before === undefined || before.serverPort === settings.serverPort) return;
  live.disconnect();
  void link.reconnect();
});

chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === RECONNECT_ALARM) void ready.then(() => link.reconnect());
});
void chrome.alarms.create(RECONNECT_ALARM, { periodInMinutes: RECONNECT_MINUTES });
