/** The popup: whether the server answers right now, and what to do if it does not. */

import { readServerPort, serverUrl } from '../settings.ts';

const TIMEOUT_MS = 2000;

/** A real round trip: remembered states are wrong exactly when a person looks. */
async function askServer(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const health: unknown = await response.json();
    return isHealth(health) ? health.version : undefined;
  } catch {
    return undefined;
  }
}

function isHealth(answer: unknown): answer is { version: string } {
  return (
    typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'string'
  );
}

function show(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element !== null) element.textContent = text;
}

async function render(): Promise<void> {
  const port = await readServerPort();
  show('server', `127.0.0.1:${port}`);
  const version = await askServer(serverUrl(port));
  document.body.dataset['link'] = version === undefined ? 'disconnected' : 'connected';
  show('state', version === undefined ? 'Not connected' : 'Connected');
  show(
    'detail',
    version === undefined
      ? `No Gasoline server answers on port ${port}. Start it by running gasoline.`
      : `Server version ${version}. Your agent can see this browser.`,
  );
}

void render();
