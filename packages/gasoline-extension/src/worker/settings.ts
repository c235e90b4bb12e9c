/** The worker's knowledge of the settings: read once, then followed. */

import { followSettings } from '../settings/storage.ts';
import type { ExtensionSettings, SettingName } from '../settings/table.ts';
import { builtInSites, siteState } from '../sites/site.ts';

import { note } from './debug-log.ts';

const builtIn = builtInSites();

let current: ExtensionSettings | undefined;
let known: ((settings: ExtensionSettings) => void) | undefined;
const first = new Promise<ExtensionSettings>((resolve) => {
  known = resolve;
});

let wereCorrupted: readonly SettingName[] = [];

/** The settings that hold now. */
export async function currentSettings(): Promise<ExtensionSettings> {
  return current ?? first;
}

/** Whether documents of an address may be captured; true while that is not known. */
export function mayBeCaptured(url: string): boolean {
  return current === undefined || siteState(url, current, builtIn).kind === 'captured';
}

/** Calls back with the settings at the start and after each change. */
export function onSettings(
  react: (settings: ExtensionSettings, before: ExtensionSettings | undefined) => void,
): void {
  followSettings(({ settings, corrupted }) => {
    const before = current;
    current = settings;
    known?.(settings);
    for (const name of corrupted) if (!wereCorrupted.includes(name)) note(corruption(name));
    wereCorrupted = corrupted;
    react(settings, before);
  });
}

function corruption(name: SettingName): string {
  return `setting ${name} is corrupted in storage: its default, or what is sound of it, is used`;
}
