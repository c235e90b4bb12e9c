/** The debug log as a file. */

import { checkServer } from '../pages/server-check.ts';
import { askDebugLog, askStatus } from '../pages/worker-line.ts';
import { loadSettings } from '../settings/storage.ts';
import { captureSession } from '../worker/capture-session.ts';

/** Collects what helps to find out why something is missing, and lets the browser save it. */
export async function exportDebugLog(): Promise<void> {
  const text = JSON.stringify(await report(), null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `gasoline-debug-${new Date().toISOString().replaceAll(':', '-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function report(): Promise<object> {
  const { settings, corrupted } = await loadSettings();
  const { version } = chrome.runtime.getManifest();
  const session = await captureSession();
  const { delivery, errorsInAll } = await askStatus(undefined);
  return {
    version,
    userAgent: navigator.userAgent,
    settings,
    corrupted,
    registeredSites: await chrome.scripting.getRegisteredContentScripts(),
    server: await checkServer(settings.serverPort, { client: 'extension', version, session }),
    delivery,
    errors: errorsInAll,
    log: await askDebugLog(),
  };
}
