/** "Capture this site": shows whether the page in front of a person is captured, and changes it. */

import { PRESENCE } from '../messages.ts';
import { button, input, part, showText } from '../pages/elements.ts';
import { followSettings, loadSettings } from '../settings/storage.ts';
import type { ExtensionSettings } from '../settings/table.ts';
import { builtInSites, siteState, turnedOff, turnedOn } from '../sites/site.ts';
import type { SiteState } from '../sites/site.ts';

/** Ties the switch to a tab. */
export function tieSiteSwitch(tab: chrome.tabs.Tab | undefined): void {
  const address = tab?.url ?? '';
  input('capture-site').addEventListener('change', () => void turn(address, input('capture-site').checked));
  button('reload').addEventListener('click', () => void reload(tab));
  followSettings(({ settings }) => void show(tab, siteState(address, settings, builtInSites())));
}

async function turn(address: string, on: boolean): Promise<void> {
  const { settings } = await loadSettings();
  const { capturedSites, uncapturedSites } = (on ? turnedOn : turnedOff)(address, settings, builtInSites());
  const changed: Partial<ExtensionSettings> = { capturedSites, uncapturedSites };
  await chrome.storage.local.set(changed);
}

async function show(tab: chrome.tabs.Tab | undefined, state: SiteState): Promise<void> {
  const isPossible = state.kind !== 'impossible';
  input('capture-site').disabled = !isPossible;
  input('capture-site').checked = state.kind === 'captured';
  part('address').textContent = isPossible ? siteName(tab?.url ?? '') : '';
  showText('site-note', noteOn(state));
  part('reload-note').hidden = state.kind !== 'captured' || (await isPresent(tab));
}

function siteName(address: string): string {
  const { protocol, host } = new URL(address);
  return protocol === 'https:' ? host : `${protocol}//${host}`;
}

function noteOn(state: SiteState): string | undefined {
  if (state.kind === 'impossible') return state.reason;
  if (state.kind === 'not captured') return 'Nothing is captured here, and no code of ours runs.';
  return state.by === 'manifest' ? 'Captured because it is a developer site.' : undefined;
}

/** Whether our scripts are in the page: those registered later come with the next load. */
async function isPresent(tab: chrome.tabs.Tab | undefined): Promise<boolean> {
  if (tab?.id === undefined) return false;
  const answer: unknown = await chrome.tabs
    .sendMessage(tab.id, PRESENCE, { frameId: 0 })
    .catch(() => undefined);
  return answer !== undefined;
}

async function reload(tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (tab?.id === undefined) return;
  await chrome.tabs.reload(tab.id);
  window.close();
}
