/** The lists of sites on the options page. */

import { input, part, showText } from '../pages/elements.ts';
import { loadSettings, saveSetting } from '../settings/storage.ts';
import { parsePattern, shownPattern } from '../sites/pattern.ts';
import type { SiteLists } from '../sites/site.ts';

/** Lets a person add a site. */
export function tieSiteForm(): void {
  part('add-site').addEventListener('submit', (event) => {
    event.preventDefault();
    void addSite(input('site').value);
  });
}

async function addSite(text: string): Promise<void> {
  const parsed = parsePattern(text);
  input('site').setAttribute('aria-invalid', String(parsed.kind === 'refused'));
  showText('site-error', parsed.kind === 'refused' ? parsed.reason : undefined);
  if (parsed.kind === 'refused') return;
  const { settings } = await loadSettings();
  await saveSetting('capturedSites', [...new Set([...settings.capturedSites, parsed.pattern])]);
  input('site').value = '';
}

/** Shows both lists, each site with a way to take it off. */
export function showSites(lists: SiteLists): void {
  fill('captured-sites', 'capturedSites', lists.capturedSites);
  fill('uncaptured-sites', 'uncapturedSites', lists.uncapturedSites);
  part('captured-sites').hidden = lists.capturedSites.length === 0;
  part('exceptions').hidden = lists.uncapturedSites.length === 0;
}

function fill(id: string, name: keyof SiteLists, patterns: readonly string[]): void {
  part(id).replaceChildren(...patterns.map((pattern) => item(name, pattern)));
}

function item(name: keyof SiteLists, pattern: string): HTMLElement {
  const line = document.createElement('li');
  const text = document.createElement('code');
  text.textContent = shownPattern(pattern);
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.textContent = 'Remove';
  remove.setAttribute('aria-label', `Remove ${shownPattern(pattern)}`);
  remove.addEventListener('click', () => void removeSite(name, pattern));
  line.append(text, remove);
  return line;
}

async function removeSite(name: keyof SiteLists, pattern: string): Promise<void> {
  const { settings } = await loadSettings();
  await saveSetting(
    name,
    settings[name].filter((other) => other !== pattern),
  );
}
