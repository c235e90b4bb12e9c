/**
 * Whether an entry is wanted under the settings that hold now.
 *
 * Instruments ask for their own kind before they do any work. This asks for an entry that exists already, because the
 * settings were not known when it arose.
 */

import type { Route } from 'gasoline-wire/route';

import { ownData } from './own-data.ts';
import { isOwnTraffic, socketOrigin } from './own-traffic.ts';
import { hasOwn } from './primordials.ts';
import type { CaptureLevel, Settings } from './settings.ts';
import { isSelected } from './websocket/url-filter.ts';

/** As much of an entry as must be looked at; other members may be anything. */
export type Sketch = object;

/** Whether a console line of this level is wanted. */
export function isLevelWanted(level: string, wanted: CaptureLevel): boolean {
  return wanted === 'all' || level === 'error' || (wanted === 'warnings' && level === 'warn');
}

/** Whether an entry is wanted. */
export function isWanted(route: Route, entry: Sketch, settings: Settings): boolean {
  if (route === '/enhanced-actions') return settings.actions;
  if (route === '/dom-snapshots') return settings.domSnapshots;
  if (route === '/websocket-events') return isSocketEventWanted(entry, settings);
  if (route === '/network-bodies') return settings.networkBodies && !isOwn(entry, settings);
  return isLogWanted(entry, settings);
}

function isLogWanted(entry: Sketch, settings: Settings): boolean {
  const type = textOf(entry, 'type');
  if (hasOwn(entry, '_aiContext')) return settings.aiContext !== undefined;
  if (type === 'console') return isLevelWanted(textOf(entry, 'level'), settings.level);
  if (type === 'storage') return settings.storage;
  if (type === 'document' || type === 'performance' || type === 'longtask') return settings.performance;
  if (type === 'resource') return settings.performance && !isOwn(entry, settings);
  return type !== 'network' || !isOwn(entry, settings);
}

function isSocketEventWanted(entry: Sketch, settings: Settings): boolean {
  const { webSocket, webSocketFilters, ownServer } = settings;
  if (webSocket === 'off') return false;
  if (webSocket === 'lifecycle' && textOf(entry, 'event') === 'message') return false;
  const url = textOf(entry, 'url');
  return !isOwnTraffic(url, socketOrigin(ownServer)) && isSelected(url, webSocketFilters);
}

function isOwn(entry: Sketch, { ownServer }: Settings): boolean {
  return isOwnTraffic(textOf(entry, 'url'), ownServer);
}

/** A member by name; empty where it is missing or no text. */
function textOf(entry: Sketch, name: string): string {
  const value = ownData(entry, name);
  return typeof value === 'string' ? value : '';
}
