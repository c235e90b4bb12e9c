/** The popup: whether the server answers right now, whether this site is captured, and what is. */

import { tieControls } from '../pages/controls.ts';
import { button, part, showText } from '../pages/elements.ts';
import { showServer } from '../pages/server-view.ts';
import { askStatus, askToReconnect, tellCleared } from '../pages/worker-line.ts';
import { loadSettings, serverUrl } from '../settings/storage.ts';
import { captureSession } from '../worker/capture-session.ts';

import { tieSiteSwitch } from './site-switch.ts';
import { findTab } from './tab.ts';

async function showCounts(tab: number | undefined): Promise<void> {
  const { errors, errorsInAll, delivery, annotations } = await askStatus(tab);
  showText('errors', tab === undefined ? undefined : `${counted(errors, 'error')} on this page`);
  const waiting = delivery.waiting > 0 ? `, ${counted(delivery.waiting, 'entry', 'entries')} waiting` : '';
  part('counts').textContent = `${counted(errorsInAll, 'error')} in all${waiting}`;
  showText(
    'annotations',
    annotations === null
      ? undefined
      : `${annotations.url} attaches more than 20 KB to its errors. An agent pays for that with every error: annotate less.`,
  );
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Removes everything the server holds. What it has learned (baselines, shapes) stays. */
async function clear(tab: number | undefined): Promise<void> {
  const { settings } = await loadSettings();
  button('clear').disabled = true;
  const cleared = await fetch(`${serverUrl(settings.serverPort)}/clear`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ preserve_config: true }),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  button('clear').disabled = false;
  if (cleared) {
    await tellCleared();
    await showCounts(tab);
  }
  part('counts').textContent = cleared ? 'Cleared.' : 'Not cleared: no server.';
}

async function start(): Promise<void> {
  const tab = await findTab();
  let port: number | undefined;
  tieControls((settings) => {
    if (settings.serverPort === port) return;
    port = settings.serverPort;
    void showServer(port, captureSession());
  });
  tieSiteSwitch(tab);
  button('clear').addEventListener('click', () => void clear(tab?.id));
  button('copy').addEventListener(
    'click',
    () => void navigator.clipboard.writeText(part('command-text').textContent),
  );
  // The person looks now, so the worker should not wait for its next attempt.
  void askToReconnect().then(() => showCounts(tab?.id));
  await showCounts(tab?.id);
}

void start();
