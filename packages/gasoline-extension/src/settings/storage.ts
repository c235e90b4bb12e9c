/** The settings in `chrome.storage.local`: read, followed, changed. */

import { isSettingName, readSettings } from './table.ts';
import type { ExtensionSettings, ReadSettings, SettingName } from './table.ts';

/** Everything as it is stored now. Storage that cannot be read at all counts as empty. */
export async function loadSettings(): Promise<ReadSettings> {
  const stored: Record<string, unknown> = await chrome.storage.local.get(null).catch(() => ({}));
  return readSettings(stored);
}

/** Calls back with the settings, now and after each change. */
export function followSettings(react: (read: ReadSettings) => void): void {
  const look = (): void => void loadSettings().then(react);
  chrome.storage.local.onChanged.addListener((changes) => {
    if (Object.keys(changes).some(isSettingName)) look();
  });
  look();
}

/** Changes one setting. */
export async function saveSetting<Name extends SettingName>(
  name: Name,
  value: ExtensionSettings[Name],
): Promise<void> {
  await chrome.storage.local.set({ [name]: value });
}

/** The server's address for a port; by number, because `localhost` may resolve to something else first. */
export function serverUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
