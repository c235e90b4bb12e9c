/**
 * Whether a site is captured, and what turning it on or off changes in the settings.
 *
 * Developer sites are named in the manifest, where `gasoline extension --site` may have added some. A person adds
 * others as patterns. What neither the manifest nor a wide pattern should cover is excepted one site at a time.
 */

import { serverUrl } from '../settings/storage.ts';
import type { ExtensionSettings } from '../settings/table.ts';

import { matchesPattern, patternOfOrigin } from './pattern.ts';

/** The lists a person keeps. */
export type SiteLists = Pick<ExtensionSettings, 'capturedSites' | 'uncapturedSites'>;

/** What the popup says of the page in front of a person. */
export type SiteState =
  | { readonly kind: 'captured'; readonly by: 'manifest' | 'choice' }
  | { readonly kind: 'not captured' }
  | { readonly kind: 'impossible'; readonly reason: string };

/** Patterns of the manifest. */
export function builtInSites(): readonly string[] {
  return chrome.runtime.getManifest().content_scripts?.flatMap(({ matches }) => matches ?? []) ?? [];
}

/** Whether documents of an address are captured. */
export function siteState(address: string, lists: SiteLists, builtIn: readonly string[]): SiteState {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const obstacle = url === undefined ? 'There is no page here.' : obstacleAt(url);
  if (url === undefined || obstacle !== undefined)
    return { kind: 'impossible', reason: obstacle ?? 'There is no page here.' };
  const matches = (pattern: string): boolean => matchesPattern(url, pattern);
  if (lists.uncapturedSites.some(matches)) return { kind: 'not captured' };
  if (builtIn.some(matches)) return { kind: 'captured', by: 'manifest' };
  return lists.capturedSites.some(matches) ? { kind: 'captured', by: 'choice' } : { kind: 'not captured' };
}

/** Whether a document at an address is to be captured. Our own server's pages never are: they show what was. */
export function isCapturedAt(
  address: string | undefined,
  settings: ExtensionSettings,
  builtIn: readonly string[],
): boolean {
  // Without any address it is a document that Chrome took for one of a captured site.
  if (address === undefined) return true;
  if (new URL(address).origin === serverUrl(settings.serverPort)) return false;
  return siteState(address, settings, builtIn).kind === 'captured';
}

/** The lists after a site was turned on. */
export function turnedOn(address: string, lists: SiteLists, builtIn: readonly string[]): SiteLists {
  const url = new URL(address);
  const uncapturedSites = lists.uncapturedSites.filter((pattern) => !matchesPattern(url, pattern));
  const allowed = { ...lists, uncapturedSites };
  if (siteState(address, allowed, builtIn).kind === 'captured') return allowed;
  return { ...allowed, capturedSites: [...lists.capturedSites, patternOfOrigin(url)] };
}

/** The lists after a site was turned off. */
export function turnedOff(address: string, lists: SiteLists, builtIn: readonly string[]): SiteLists {
  const own = patternOfOrigin(new URL(address));
  const without = { ...lists, capturedSites: lists.capturedSites.filter((pattern) => pattern !== own) };
  if (siteState(address, without, builtIn).kind === 'not captured') return without;
  return { ...without, uncapturedSites: [...lists.uncapturedSites, own] };
}

/** Chrome lets no extension into these. */
const STORES = ['chromewebstore.google.com', 'chrome.google.com', 'microsoftedge.microsoft.com'];

function obstacleAt({ protocol, hostname, pathname }: URL): string | undefined {
  const isStore =
    STORES.includes(hostname) && (hostname !== 'chrome.google.com' || pathname.startsWith('/webstore'));
  if (isStore) return 'Chrome lets no extension into its web store.';
  if (protocol === 'http:' || protocol === 'https:') return undefined;
  if (protocol === 'file:') return 'Files are not captured; serve them from localhost.';
  if (protocol === 'about:' || protocol === 'data:') return 'An empty page has nothing to capture.';
  return 'Pages of the browser and its extensions cannot be captured.';
}

/**
 * The address by which a document's site is known. Frames without one of their own (`about:blank`, `data:`, sandboxed)
 * belong to the site of the document around them, as Chrome sees it when it decides where scripts run.
 */
export function addressOf(window: Window): string | undefined {
  const { location, origin } = window;
  if (location.protocol === 'http:' || location.protocol === 'https:') return location.href;
  return [origin, ...location.ancestorOrigins].find((candidate) => candidate !== 'null');
}
