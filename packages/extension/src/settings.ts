/** Settings of a person, kept by the browser. */

const SERVER_PORT = 'serverPort';
const DEFAULT_PORT = 7890;

/** Where the server listens. */
export async function readServerPort(): Promise<number> {
  const stored: Record<string, unknown> = await chrome.storage.local.get(SERVER_PORT);
  const port = stored[SERVER_PORT];
  return isPort(port) ? port : DEFAULT_PORT;
}

/** Calls back after the person chose another port. */
export function onServerPortChange(react: () => void): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    if (SERVER_PORT in changes) react();
  });
}

/** The server's address for a port; by number, because `localhost` may resolve to something else first. */
export function serverUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}
